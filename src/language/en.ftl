# Sides and results
comma = ,{ " " }
sentences = { $first }. { $second }
black = black
white = white
black-title = Black
white-title = White
gomoku = Gomoku
othello = Othello
freestyle = freestyle
standard = standard
renju = renju
caro = caro
caro-exact = caro-exact
ends-with-row = { $side } wins with { $row }.
ends-with-discs = { $side } wins { $most } to { $least }.
ends-level = Draw, { $most } to { $least }.
ends-full-board = Draw: the board is full.
ends-without-hope = Draw: neither side can win any more.
ends-resigned = { $loser } resigns; { $winner } wins.
ends-on-time = { $loser } loses on time; { $winner } wins.
ends-off-board = { $winner } wins ({ $reason }).
ends-agreed = Draw.
ends-won = { $side } wins.
ends-won-by = { $discs ->
    [one] { $side } wins by 1 disc.
   *[other] { $side } wins by { $discs } discs.
  }
ends-unfinished = The game is unfinished.
event-round = { $event }, round { $round }

# Analysis of games
analyze-game = Game { $number }: { $players }, { $game }
analyze-game-alone = Game { $number }: { $game }
analyze-plies = { $count ->
    [one] 1 ply
   *[other] { $count } plies
  }
analyze-ply = ply
analyze-side = side
analyze-move = move
analyze-before = before
analyze-after = after
analyze-loss = loss
analyze-best = best
analyze-line = line
analyze-win-in = win { $plies }
analyze-loss-in = lost { $plies }
analyze-pass = pass
analyze-missed = missed a forced win in { $plies ->
    [one] 1 ply
   *[other] { $plies } plies
  }: { $line }
analyze-allowed = allowed a forced win in { $plies ->
    [one] 1 ply
   *[other] { $plies } plies
  }: { $line }
analyze-forbidden = forbidden to Black now: { $point }, { $reason }
analyze-fault = The record ends after ply { $plies }: { $fault }
analyze-moves = moves
analyze-mean-loss = mean loss
analyze-accuracy = accuracy
analyze-turning = Turning point: ply { $ply }, { $side } { $move }, { $before } -> { $after }
analyze-unit-percent = Before, after: win chance in %, or the plies of a forced win. Loss in %.
analyze-unit-discs = Before, after, loss: discs. Whole numbers are final scores, others estimates.
analyze-all = { $game }: { $moves ->
    [one] 1 move
   *[other] { $moves } moves
  }, mean loss { $mean }, accuracy { $accuracy }
analyze-total = { $games ->
    [one] 1 game
   *[other] { $games } games
  }, { $nodes ->
    [one] 1 node
   *[other] { $nodes } nodes
  }, { $seconds } s

# The page of an analysis
page-analysis = Analysis
page-game = Game
page-summary = Summary
page-graph = Course of the game from Black's view
page-blunders = Mistakes
page-moves = All moves
page-none = No mistakes.
page-better = Better:
page-answer = Best play after it:
page-back = Back to the game
page-forbidden = forbidden:
page-start = Before the first move
page-black-chance = Black's win chance in per cent
page-black-discs = Black's lead in discs
page-keys = Keys: left and right step, up and down jump between mistakes, Esc leaves a line.
page-exact = proved
page-first = Start (Home)
page-previous = Back (left arrow)
page-next = Forward (right arrow)
page-last = End (End)
page-hints = Show the best move, scores and forbidden points
page-turning = Turning point:

# Pictures
picture-title = { $game }, ply { $ply }
picture-best = Best moves: { $moves }
picture-course = Black's win chance: { $chart }

# Playing at a terminal
play-welcome = { $game }. { $black-side }: { $black }. { $white-side }: { $white }.
play-you = you
play-engine = the engine, { $level }
play-level-number = level { $number }
play-level-time = { $seconds } s per move
play-level-short-time = { $milliseconds } ms per move
play-level-depth = depth { $plies }
play-invitation = Type a move such as d3, or help.
play-engine-waits = { $side }, the engine waits
play-engine-moves = { $side } plays { $move }
play-plies = { $count ->
    [one] 1 ply
   *[other] { $count } plies
  }
play-last = last { $move }
play-last-pass = last move: pass
play-to-move = { $side } to move
play-passes = { $side } has no move and passes.
play-passes-forbidden = { $side } has only forbidden points left and passes.
play-no-moves = No moves yet.
play-thinking = thinking: { $state }
play-depth = depth { $plies }
play-book = book
play-seconds = { $seconds } s
play-score-win = win in { $plies }
play-score-loss = loss in { $plies }
play-score-discs = { $discs } discs
play-score-exact = { $discs } discs exactly
play-hint = Hint: { $move }  ({ $depth }, { $score }; { $line })
play-level-set = The engine plays at { $level }.
play-swapped = The engine now plays { $engine }; you play { $person }.
play-new-game = A new game.
play-undone = Taken back: { $moves }.
play-undo-nothing = There is no move to take back.
play-undo-nothing-yours = You have no move to take back.
play-undo-fewer = { $count ->
    [one] Only 1 move can be taken back.
   *[other] Only { $count } moves can be taken back.
  }
play-move-for-engine = The engine waits: type a move for it, or go.
play-another = Another game? [y/n/analyze]
play-analyzing = Analyzing the game ... Ctrl-C stops it.
play-analysis-stopped = The analysis was stopped.
play-setup = set up
play-setup-turn = { $side } is to move.
play-setup-help =
    x h8 i9 puts black stones on these points, o white ones, - removes them.
    turn o: White is to move. clear empties the board. done continues from here,
    cancel returns to the game.
play-swap2 =
    Swap2: one player places three stones (black, white, black). The other then
    chooses a side, or adds a white and a black stone and lets the first choose.
play-swap2-not = Swap2 is an opening of Gomoku.
play-swap2-place = Swap2, { $side } stone
play-swap2-help = Type a point for the next stone, undo, board, new or quit.
play-swap2-placed = The engine places { $moves }.
play-swap2-choose = Your side, or two more stones? [black/white/two]
play-swap2-choose-side = Your side? [black/white]
play-swap2-choice-help = Answer with one of the words in brackets, or type help, board, new or quit.
play-swap2-chosen = Swap2: { $player } { $side }.
play-swap2-you = you play
play-swap2-engine = the engine plays
play-over-help =
    The game is over: y begins another, n leaves.
    All commands work here except hint, why, go and resign.
play-next-black = In the next game you play Black.
play-next-white = In the next game you play White.
play-next-alike = Both sides have the same kind of player, so swapping changes nothing.
play-saved = Saved as { $file }
play-omits = { $file } omits: { $parts }.
play-loaded = Loaded { $file }
play-unknown-ending = { $file }: the file name must end in .psq, .sgf, .pos, .lib, .ggf or .txt.
play-page-ending = { $file }: the name of a page must end in .html.
play-file-exists = { $file } already exists; choose another name.
play-file-failed = { $file }: { $error }
play-needs-file = '{ $command }' needs the name of a file: { $command } game.sgf.
play-not-saved = The game could not be saved in { $folder }: { $error }
play-going-on = The game is in progress.
play-off-board = { $point } is not on the board: it has columns a to { $last } and rows 1 to { $rows }.
play-forbidden = { $point } is forbidden: it makes { $foul }; 'why { $point }' explains it.
play-would-make = { $point } would make { $foul }:
play-occupied = { $point } is occupied by { $side }.
play-blocked = { $point } is blocked.
play-may-not-pass = { $side } may not pass.
play-no-flip = { $point } turns no disc.
play-not-forbidden = { $point } is not forbidden.
play-nothing-forbidden = In Othello no point is forbidden.
play-over = The game is over.
explained = { $foul }: { $shapes }
play-foul-overline = an overline
play-foul-double-four = a double-four
play-foul-double-three = a double-three
play-shape-overline = row of { $count }: { $stones }
play-shape-four = four { $stones } (five at { $points })
play-shape-three = three { $stones } (straight four at { $points })
play-not-understood = '{ $text }' is neither a move nor a command; try help.
play-no-argument = '{ $command }' takes no argument (found '{ $text }').
play-needs-number = '{ $command }' needs a number of moves, 1 or more; '{ $text }' is not valid.
play-needs-point = '{ $command }' needs a point: { $command } h8.
play-no-such-point = There is no '{ $text }': columns and rows are numbered from 1.
play-no-such-level =
    There is no level '{ $text }': levels are 1 to 10, a time per move up to a day
    (5s, 500ms), or a depth (d8).
play-nothing-asked = There is no question to answer; try help.
play-help =
    A move is the letter and the number beside its point (h8), or column and row,
    both counted from 1 (8 8 or 8,8). The last stone is marked, and so are points
    forbidden to Black and the legal points in Othello.

      undo        take back your last move and the reply; again to go further back
      undo N      take back the last N moves of both sides; the engine then waits
      go          let the engine move for the side whose turn it is
      hint        show the best move for the side whose turn it is
      hint N      show the N best moves with their win chances; levels 1
                  to 10 do not weaken hints
      swap        change sides: the engine takes over the side whose turn it is
      level L     play at level 1 to 10, for a time (5s, 500ms) or to a depth (d8)
      why h8      why a point is forbidden
      moves       the moves so far
      result      whether and how the game has ended
      board       draw the board again
      lines       draw the board with lines; wide, narrow: in plain characters
      save FILE   save the game: .psq, .sgf, .pos, .lib, .ggf or .txt
      load FILE   continue a game in any format
      analyze     what each move was worth; analyze FILE.html writes a page, too
      setup       place stones, and choose who moves
      swap2       a new game of Gomoku with the opening swap2
      resign      give up
      new         abandon the game and start again
      quit        leave

# Started without arguments at a terminal
greet = Tengen { $version } plays Gomoku and Othello.
greet-unknown = '{ $text }' is none of these:
greet-help =
      tengen play     play against the engine, also with Enter
      othello         play Othello; also: standard, renju, caro
      help or ?       options and subcommands
      quit            leave

    A command of the Gomocup protocol, such as START 15, begins a session of it.

# Puzzles
puzzle-title = Puzzles
puzzle-task-win = { $side } to move and win
puzzle-task-best = { $side } to move: the best move
puzzle-place = { $file }, game { $game }, after ply { $ply }.
puzzle-win-in = Only this move wins, in { $plies ->
    [one] 1 ply
   *[other] { $plies } plies
  }.
puzzle-discs = Final score { $score } discs, at most { $second } with any other move.
puzzle-seen = A search to depth { $depth } finds it.
puzzle-unseen = No shallow search finds it.
puzzle-solution = Solution: { $line }
puzzle-solutions = Solutions
puzzle-limited = Some other moves fail only as far as the search could see.
puzzle-total = { $puzzles ->
    [one] 1 puzzle
   *[other] { $puzzles } puzzles
  } in { $games ->
    [one] 1 game
   *[other] { $games } games
  }, { $repeated } repeated, { $seconds } s
puzzle-left-out = { $count ->
    [one] 1 puzzle is
   *[other] { $count } puzzles are
  } left out of the positions, which need one game and, in Gomoku, alternating stones
puzzle-loses = { $side } wins now, in { $plies ->
    [one] 1 ply
   *[other] { $plies } plies
  }.
puzzle-no-win = After { $side }'s reply no win can be found any more.
puzzle-score = The game now ends { $score }.
puzzle-choice = Puzzle
puzzle-your-move = Your move: click on the board.
puzzle-on = Right! Go on.
puzzle-elsewhere = The solution continues elsewhere. This move was not examined.
puzzle-right = The solution
puzzle-solved = Solved!
puzzle-solved-count = Solved:
puzzle-wrong = Wrong. This refutes it:
puzzle-illegal = This move is not possible.
puzzle-forbidden = forbidden
puzzle-again = Try again (r)
puzzle-show = Show the solution (s)
puzzle-previous = Previous (p)
puzzle-next = Next (n)
puzzle-back = Step back (,)
puzzle-forth = Step forward (.)
puzzle-keys = Keys: the arrows move a cursor on the board, Enter plays there; comma and full stop step through a line.
puzzle-made-by = Found by Tengen, with an answer to every move.

# Matches
match-left = { $games ->
    [one] 1 game
   *[other] { $games } games
  }, { $time } left
match-left-about = ~{ $games } games, { $time } left
match-left-at-most = at most { $games ->
    [one] 1 game
   *[other] { $games } games
  }, { $time } left
match-openings = openings { $known }/{ $planned }
match-report = Report: { $path }
time-seconds = { $count } s
time-minutes = { $count } min
time-hours = { $count } h
match-few-openings = note: only { $known } of { $planned } openings { $known ->
    [one] was found and is used again
   *[other] were found and are used in turn
  }; engines without a clock may now repeat games, which adds no evidence (for more openings: a wider band= or more plies= of --generate)
match-repeating = note: some openings repeat after the first { $openings }; engines without a clock may now repeat games, which adds no evidence (for more openings: --generate count=, --images)
match-game = game { $number }: { $black } - { $white } { $result } { $ending } ({ $plies ->
    [one] 1 ply
   *[other] { $plies } plies
  })
match-resumed = resumed: { $played } of { $planned } games played
match-interrupted = interrupted: rerun with --out { $out } to resume
time-milliseconds = { $count } ms
count-games = { $count ->
    [one] 1 game
   *[other] { $count } games
  }
count-threads = { $count ->
    [one] 1 thread
   *[other] { $count } threads
  }

# Progress bars
bar-games = { $done }/{ $all } games, { $left } left
bar-positions = { $done }/{ $all } positions, { $left } left
bar-plies = { $done }/{ $all } plies, { $left } left
bar-steps = { $done }/{ $all } steps, { $left } left
bar-openings = { $done }/{ $all } openings, { $left } left

# Position databases
db-on-disk = { $count ->
    [one] 1 position
   *[other] { $count } positions
  } on disk
db-read = { $read ->
    [one] 1 position
   *[other] { $read } positions
  } read, { $changed } changed
db-size = { $positions ->
    [one] 1 position
   *[other] { $positions } positions
  }, { $bytes } bytes
db-positions = { $count ->
    [one] 1 position
   *[other] { $count } positions
  }
db-repaired = the file was damaged and has been repaired
db-misplaced = { $count } under the key of a symmetric image
db-unmarked = { $count } not marked as lost although a move wins
db-contradicted = { $count } with another result although a move wins
db-fixed = { $count } fixed

# Training and the opening book
datagen-progress = { $games }: { $black } black, { $drawn } drawn, { $white } white; { $moves } moves a game; { $positions } positions; { $speed } games/h, { $pace } positions/h
tune-games = { $what }: { $games }
tune-unit = scores: odds of e to 1 at { $unit }
tune-samples = { $what }: { $training ->
    [one] 1 sample
   *[other] { $training } samples
  }, { $validation } for validation
tune-scale = { $what }: initial weights times { $scale }
tune-epoch = { $what } { $number }: { $training }, validation { $validation }
tune-epoch-alone = { $what } { $number }: { $training }
tune-policy-rates = { $loss } first { $first } % of three { $near } %
tune-worse = { " " }(worse: epoch { $epoch } is kept)
tune-stones = { $what }, { $stones } stones, { $validation } for validation: { $rates }
tune-value = value
tune-policy = policy
tune-calibration = chances
tune-stage = stage { $number }
tune-network = network
tune-errors = { $what }: error { $mean } discs, { $square } root mean square
tune-searches = { $positions ->
    [one] 1 position
   *[other] { $positions } positions
  } searched, { $solved } solved
tune-tempo = tempo: { $tempo }
tune-factors = factors: midgame { $midgame } endgame { $endgame }
tune-midgame = depth { $deep } and { $shallow } at { $empty } empty squares: { $discs } discs
tune-endgame = the end and depth { $shallow } at { $empty } empty squares: { $discs } discs
tune-step = step { $number }: { $result }
book-summary = { $positions ->
    [one] 1 position
   *[other] { $positions } positions
  } and { $leaves ->
    [one] 1 leaf
   *[other] { $leaves } leaves
  }, searched to depth { $depth }, moves within { $discs } discs; best line of { $plies ->
    [one] 1 ply
   *[other] { $plies } plies
  }: { $line }
book-left-out = unreachable positions left out: { $count }

# Why games end
reason-five = five
reason-full-board = full board
reason-dead-draw = dead draw
reason-discs = discs
reason-solved = solved
reason-move-limit = move limit
reason-agreed-win = agreed win
reason-agreed-draw = agreed draw
reason-resignation = resignation
reason-no-start = no start
reason-occupied = occupied
reason-forbidden = forbidden
reason-illegal = illegal
reason-overtime = overtime
reason-silence = silence
reason-crash = crash
reason-garbage = garbage

# The report of a match as text
text-title-two = Results of { $first } vs { $second } ({ $what }, { $games } of { $planned } games)
text-title-round-robin = Results of a round robin of { $count } engines ({ $what }, { $games } of { $planned } games)
text-title-gauntlet = Results of a gauntlet of { $first } against { $count } engines ({ $what }, { $games } of { $planned } games)
text-games = Games: { $games }, Wins: { $wins }, Losses: { $losses }, Draws: { $draws }, Points: { $points } ({ $share } %)
text-pairs = Ptnml(0-2): { $counts }, Pairs: { $pairs }
text-margin = Margin: { $margin } discs a game, in { $games ->
    [one] 1 game
   *[other] { $games } games
  }
text-accepted = { $found } was accepted
text-rank = Rank
text-name = Name
text-wdl = W-D-L
text-black = Black: { $results } ({ $share } %), mean length { $plies } plies
text-endings = Endings: { $endings }
text-times = Times
text-mean-ms = Mean ms
text-worst-ms = Worst ms
text-in-game = In game
text-faults = Faults of { $name }: { $faults }
text-fault = game { $game }: { $fault }
text-more-faults = { $count ->
    [one] also in game { $games }
   *[other] also in games { $games }
  }
simulate-elo = True Elo
simulate-draws = Draws
simulate-opening = Opening
simulate-shards = Shards
simulate-runs = Runs
simulate-undecided = Undecided
simulate-games = Mean games

# The report of a match as a page
report-page = Tournament report
report-footer = Elo differences are logistic unless called normalized; ± and whiskers are 95 % intervals. Games are numbered from 1.
report-title-two = { $first } against { $second }
report-title-gauntlet = { $first } against { $count } opponents
report-title-many = { $count ->
    [one] Tournament of 1 engine
   *[other] Tournament of { $count } engines
  }
report-games-of = { $games } of { $planned } games
report-no-game = No game has finished yet.
report-verdict-gauntlet = { $name } has { $points } of { $games ->
    [one] 1 point
   *[other] { $games } points
  } ({ $share }) against { $count } opponents.
report-verdict-leads = { $name } leads with { $points } of { $games ->
    [one] 1 point
   *[other] { $games } points
  } ({ $share }): Elo { $elo } above the mean of all engines.
report-verdict = { $claim }: Elo { $elo }{ $test }.
report-sprt-accepted = {" "}(SPRT accepted { $found })
report-sprt-undecided = {" "}(SPRT undecided at LLR { $llr })
report-is-ahead = { $first } is ahead of { $second } so far
report-is-behind = { $first } is behind { $second } so far
report-is-stronger = { $first } is stronger than { $second }
report-is-weaker = { $first } is weaker than { $second }
report-is-unclear = No clear difference between { $first } and { $second } yet
report-is-not-weaker = { $first } is not weaker than { $second }
report-may-be-weaker = { $first } may be weaker than { $second }
report-is-no-improvement = { $first } is no clear improvement on { $second }
report-games = Games
report-game = Game
report-number = Game
report-of-planned = of { $planned } planned · { $share }
report-of-at-most = of { $planned } at most · { $share }
report-lost-by-fault = Lost by fault
report-fault-kinds = crash, time, illegal move
report-elo-difference = Elo difference
report-interval = { $low } to { $high } (95 %)
report-points-of-games = { $points } of { $games ->
    [one] 1 point
   *[other] { $games } points
  }
report-score = Score
report-los-note = that { $name } is stronger
report-accepted = { $found } accepted
report-undecided = undecided
report-margin = Disc margin
report-margin-note = { $count ->
    [one] discs a game, over 1 game
   *[other] discs a game, over { $count } games
  }
report-first = First
report-second = Second
report-drawn-games = Drawn
report-what = What
report-value = Value
report-conditions = Conditions
report-engines = Engines
report-tournament = Tournament
report-format = Format
report-round-robin = round robin
report-gauntlet = gauntlet: the first engine against all others
report-test = Test
report-played = Played
report-sprt = SPRT of { $scale } Elo [{ $low }, { $high }] by { $evidence }, alpha { $alpha }, beta { $beta }
report-by-pairs = pairs
report-by-games = games
report-logistic = logistic
report-normalized = normalized
report-time = Time
report-command = Command
report-settings = Settings
report-tolerance = { $time } tolerance
report-fresh = new process per game
report-whole-positions = whole positions (BOARD)
report-openings = Openings
report-openings-of = { $count } of { $name }
report-openings-generated = { $count } generated
report-openings-random = , in random order
report-openings-images = , with symmetric images
report-tolerances = Tolerance
report-adjudication = Adjudication
report-dead-draw = draw when no five is possible
report-solve = solved at { $empties ->
    [one] 1 empty square
   *[other] { $empties } empty squares
  }
report-most-plies = ended after { $plies ->
    [one] 1 ply
   *[other] { $plies } plies
  }
report-agreed-win = won if both engines agree: { $rule }
report-agreed-draw = drawn if both engines agree: { $rule }
report-shard = Shard
report-concurrency = Concurrency
report-seed = Seed
report-referee = Referee
report-elo-above = above { $elo }
report-elo-below = below { $elo }
report-elo-unbounded = { $elo }, unbounded
report-whiskers = Whiskers are 95 % intervals; an arrow marks an open end.
report-table = Table
report-table-note = Elo is relative to the mean of all engines.
report-crosstable = Crosstable
report-crosstable-note = Wins, draws and losses of the row's engine against the column's engine.
report-strength = Strength
report-elo-of-all = Elo relative to the mean of all
report-elo-of-two = Elo of { $first } against { $second }
report-elo-of-one = Elo of { $first } against
report-engine = Engine
report-points = Points
report-points-of-all = Points of all engines
report-wdl = Wins, draws, losses
report-balance = Balance of the openings
report-balance-note = Openings are balanced if Black and White both score 50 %.
report-all-results = Results
report-as-black = as Black
report-as-white = as White
report-won = won
report-drawn = drawn
report-lost = lost
report-results = { $won } won, { $drawn } drawn, { $lost } lost
report-pairs-note = { $pairs ->
    [one] 1 pair
   *[other] { $pairs } pairs
  } of games with the same opening and colours reversed; points of { $first }.
report-pair-points = points of a pair
report-pairs = pairs
report-pentanomial = Pairs (pentanomial)
report-colour = Colour
report-elo-over-games = Elo over games
report-elo-over-games-note = Line: the estimate after that many games. Band: its 95 % interval.
report-llr = Sequential test
report-llr-note = The test ends when the log-likelihood ratio crosses one of the two bounds.
report-llr-of-two = Log-likelihood ratio of { $first } against { $second }
report-lead = Lead over games
report-lead-note = Points of { $first } minus points of { $second }.
report-course = Course
report-axis-games = games
report-axis-points = points
report-axis-plies = plies, from
report-axis-time = time, from
report-axis-moves = moves
report-pace = Time and length
report-times = Time per move
report-times-note = Opening moves, passes, and moves that came too late are not counted.
report-times-of = Times of { $name }
report-logarithmic = The ranges grow: 1, 2, 5, 10 and so on.
report-moves = Moves
report-mean = Mean
report-longest = Longest
report-in-game = in game
report-lengths = Length of the games
report-mean-plies = { $plies } plies on average.
report-endings = How games ended
report-reasons = Reasons
report-reasons-note = Games by reason and winner; faults are marked.
report-reason = Reason
report-won-by = Won by { $name }
report-fault = Fault
report-detail = Detail
report-ply = Ply
report-faults = { $count ->
    [one] Lost by fault: 1 game
   *[other] Lost by fault: { $count } games
  }
report-more-faults = { $count ->
    [one] and 1 more fault
   *[other] and { $count } more faults
  }
report-shortest-win = shortest win
report-first-fault = first fault
report-largest-margin = largest margin
report-first-draw = first draw
report-longest-game = longest game
report-last-game = last game
report-first-loss = first loss of { $name }
report-all-games = All games
report-telling = Notable games:
report-left-out = { $count ->
    [one] Only the last games are shown; 1 earlier game is left out.
   *[other] Only the last games are shown; { $count } earlier games are left out.
  }
report-all = all
report-none = none
report-draw = Draw
report-result = Result
report-opening = Opening
report-length = Length in plies
report-from = Minimum number of plies
report-to = Maximum number of plies
report-plies = Plies
report-shown = { $shown } of { $games } shown
report-more = More
report-keys = Keys: left and right step, up and down change the game, Home and End jump.
report-start = Before the first move
report-depth = depth { $depth }
report-curves = Scores of both engines
report-curves-note = The engines' own scores from Black's view, each in its own unit; + is good for Black. Gaps mean that an engine reported no score.
report-blunders = Mistakes
report-no-blunders = None by the engines' own scores.
report-blunder-both = seen by both engines
report-blunder-own = seen by the engine itself, later
report-blunder-opponent = seen by the opponent
report-own = own score
report-opponent = opponent's score
report-blunders-note = From the engines' scores, without an analysis: the engine's own score fell until its next move (?), the opponent's rose with its reply (?), or both (??), by 25 percentage points of win chance (points p as 1 / (1 + exp(-p / 2.66))) or 6 discs.

# Messages of errors: see language/errors.rs. The English texts are patterns of what the program says.
error-in = { $file }: { $error }
error-question = { $error }; did you mean '{ $name }'?
error-in-column = line { $line }, column { $column }: { $error }
error-in-column-only = column { $column }: { $error }
error-in-numbered-line = { $file }:{ $line }: column { $column }: { $error }
error-in-line = line { $line }: { $error }
error-in-byte = byte { $byte }: { $error }
error-in-game = game { $number }: { $error }
error-in-move = move { $number }: { $error }
error-occupied = { $point } is occupied by { $side }
error-blocked = { $point } is blocked
error-off-board = { $point } is not on the { $size } board
error-forbidden = { $point } is forbidden for black: { $foul }
error-may-not-pass = { $side } may not pass
error-has-moves = { $side } has moves and may not pass
error-game-over = the game is over
error-turns-no-disc = { $point } turns no disc
error-wrong-side = { $move } by { $side }, but { $other } is to move
error-played-twice = { $point } is played twice
error-no-point = no point at "{ $text }"
error-unforced-pass = a pass that is not forced
error-board-size = unsupported board size { $size } (expected { $expected })
error-expected = invalid { $what } '{ $value }' (expected { $expected })
error-unknown-key = unknown { $what } '{ $value }' (expected { $expected })
error-unknown-format = unknown format of '{ $value }' (expected --to or an ending: { $expected })
error-unexpected-end = unexpected end of the { $what } (expected { $expected })
error-result = the result does not match the board
error-no-game = no game
error-no-game-begins = no game (expected one that begins with '{ $text }')
error-no-game-to-learn = none of the files has a game to learn from
error-too-few-games = too few games to learn from (one in { $number } is held out for validation)
error-no-such-game = no game { $number }
error-row-without-moves = the row has no moves
error-two-weights = --weights names two files for one game
error-not-a-file-of = not a file of { $title }
error-damaged = the file is damaged or cut off
error-too-short = too short: { $found } bytes of numbers (expected { $wanted })
error-too-short-one = too short: 1 byte of numbers (expected { $wanted })
error-too-long = too long: more than { $wanted } bytes of numbers
error-trailing = too long: { $count } bytes after the numbers
error-trailing-one = too long: 1 byte after the numbers
error-larger = larger than { $count } MiB
error-database-version = unsupported database version { $version } (expected { $wanted })
error-database-damaged = the database has a damaged record
error-database-read-only = the database is open for reading only
error-no-forbidden-points = { $variant } has no forbidden points (expected renju)
error-picture = the picture cannot be rendered: { $error }
error-terminal = --terminal has no effect with an output file
error-needs-file = { $format } needs a file, not a folder
error-wthor-files = wthor is three files (expected one such as games.wtb)
error-interrupted = interrupted: rerun with --out { $out } to resume
error-unusable = games that cannot be used: { $count } ({ $reason })
error-more-faults = more games with errors: { $count }
error-skipped = illegal entries skipped: { $count }
error-left-out = positions left out: { $count }
error-left-out-others = positions of other rules or boards left out: { $count }
error-own-database = this file is the database itself
error-is-input = this file is also an input
error-two-results = this file is also another output
error-no-file = expected the name of a file or folder
error-no-weights = this file contains no weights (choose another --out)
error-exists = already exists (choose another --out)
error-nothing-written = nothing was written
error-not-replaced = this file was not replaced
error-file-exists = this file already exists (use --replace or choose another OUT)
error-moves-need-library = --moves needs a library (--format lib)
error-without = omits the { $what } of { $games }
error-not-written = { $games } not written: { $reason }
error-for-gomoku = the format is for Gomoku
error-for-othello = the format is for Othello
error-no-start-positions = the format cannot store start positions
error-no-moves-held = the format cannot store games without moves
error-only-15 = the format supports only 15x15 boards
error-differs = solved { $found }, the file says { $given }
error-option-is-idle = error: --{ $option } has no effect on { $command }
error-option-has-no-effect = error: --{ $option } has no effect before { $command }: options of { $again } follow it
error-option-for = error: --{ $option } is for { $game }
error-contradicts = error: --rule { $rule } contradicts --game { $game }
error-for-game = --{ $option } is for { $game }
error-proto-for = proto={ $proto } is for { $game }
error-exclude = { $one } and { $other } cannot be used together
error-swap2-excludes = --swap2 cannot be used with --openings or --generate
error-swap2-gtp = --swap2 has no GTP command
error-few-engines = a match needs at least two engines, not { $count }
error-test-of-two = --sprt compares two engines, not { $count }
error-same-name = two engines have the name '{ $name }': set name=
error-no-command = { $key }= has no { $protocol } command: use { $instead }
error-no-move-clock = a time for a move has no NBoard command: use a time for the game (tc=60) or depth=
error-short-move = a move of { $time } ms is too short (expected { $expected })
error-no-folder = there is no folder { $folder }
error-needs = --{ $option } needs { $key }=
error-lacks-command = an engine lacks cmd=
error-given-twice = { $key }= is given twice
error-option-twice = option.{ $key }= is given twice (not allowed with proto=gomocup)
error-parameter-twice = parameter '{ $name }' is given twice
error-no-limit = an engine has no limit (expected { $expected })
error-increment = '{ $text }': an increment needs a time for the match
error-cannot-start = cannot start '{ $command }': { $error }
error-in-use-by-match = in use by another match
error-in-use = in use
error-other-plan = belongs to a match with other values of { $options } (repeat its options or choose another --out)
error-other-run = belongs to another run (expected the same options, or another --out)
error-first-line-missing = the first line is missing
error-game-twice = game { $number } occurs twice
error-game-of-another = game { $number } does not belong to this match
error-step-of-another = step { $number } does not belong to this run
error-moves-disagree = the numbers of moves, times and opening plies disagree
error-reports-disagree = the numbers of moves and reports disagree
error-unknown = unknown { $what } '{ $value }'
error-invalid = invalid { $what } '{ $value }'
error-version = unknown format version { $found } (expected { $wanted })
error-nothing-to-merge = there is nothing to merge
error-game-in-both = game { $number } is in { $one } and in { $other }
error-cannot-write-report = cannot write the report: { $error }
error-cannot-write-progress = cannot write the progress: { $error }
error-illegal-opening = opening { $number } of the journal is illegal
error-no-opening = no opening found
error-gave-up = none of the last { $drawn } openings tried was both new and balanced; found before that: { $found } (try a wider band or more plies)
error-aborted = aborted by an internal error
error-games-aborted = the games were aborted by an internal error
error-no-thread = a thread cannot be started: { $error }
error-sprt-elo = elo0 { $low } is not below elo1 { $high }, both within +-{ $most }
error-sprt-rate = { $name } { $value } is not between 0 and 0.5
error-only-expected = expected { $expected }
error-offsets = invalid offsets (expected { $expected })
error-unknown-check = --only: unknown check '{ $name }' (see --list)
error-check-of-other-rule = --only: these checks are for other rules than --rule
error-book-unknown = the book has no moves for this position
error-position-empty = --position is empty
error-not-with-protocol = { $option } cannot be used with --protocol { $protocol } for { $game }
error-no-wthor = no WTHOR header
error-no-renlib = no RenLib header
error-too-many-pixels = { $pixels } pixels are too many
error-without-pictures = this program lacks PNG, GIF and graphics in the terminal (expected { $expected })
error-ends-early = the file ends after { $found } of { $wanted } games
error-sets-up = { $what } sets up a position instead of a game
error-not-yixin = not a database of Yixin or Rapfi, or damaged
error-not-position-database = not a position database
error-is-position-database = this is a position database (use db merge)
error-no-database = no database
error-not-common = option.{ $key } is not a common setting
error-missing-field = missing { $what }
error-book-depth = the book is searched to depth { $depth }
error-book-margin = the book has moves within { $discs } discs
error-book-margin-one = the book has moves within 1 disc
error-not-foreign-book = not a book of Edax or Egaroucid
error-book-version = unknown version { $found } of { $program } books
error-book-start = the book has no moves in the start position
error-book-large = the book has too many positions
error-fewest-discs = type '{ $type }' means that the fewest discs win
error-not-on-board = { $point } is not on the board
error-score-contradicted = Black's score is { $score }, which the board contradicts
error-game-too-long = the game is longer than { $count } MiB
error-ends-in-move = the file ends within a move
error-move-before-off-board = the previous move is off the board
error-no-place-in-tree = the node does not fit into the tree
error-not-empty = { $point } is not an empty point
error-defender-wins = the defender wins with { $point }
error-no-answer = no answer to { $point }
error-no-answer-to-pass = no answer to a pass
error-full-board = the board is full without a five
error-many-steps = the check takes more than { $steps } steps
error-not-a-proof = not a proof (expected { $wanted })
error-line-begins = expected a line that begins with { $key }
error-off-or-taken = { $point } is off the board or taken
error-not-a-node = not a node (expected depth, replies, move)
error-no-depth = no node leads to depth { $depth }
error-answered-twice = { $reply } is answered twice
error-label = label { $label } is defined twice or not at all
error-count-of-nodes = the header says { $nodes } nodes
error-count-of-nodes-one = the header says 1 node
error-proof-cut-off = the proof is cut off
error-after-proof = text after the end of the proof
error-proof-too-long = the proof is longer than { $count } MiB
error-illegal-answer = { $point } is not a legal move
error-illegal-pass = a pass is not legal here
error-node-not-due = no node may follow { $reply } here
error-first-move-missing = the first move is missing
error-label-elsewhere = label { $label } belongs to another position
error-ends-below = the game ends with { $score } (expected at least { $bound })
error-ends-above = the game ends with { $score } (expected at most { $bound })
error-no-proof-in-time = no proof within the time limit
error-no-proof-in-memory = no proof within the memory for { $count } positions
error-no-proof-untrue = no proof: the score is wrong
error-utf8 = invalid UTF-8 at byte { $byte }
error-off-15 = the move is off the 15x15 board
error-result-named = the result '{ $text }' does not match the board
error-result-differs = the result is '{ $text }', but the board gives '{ $result }'
error-late-setup = { $name } sets up a position after the game has begun
error-starts-set-up = the game begins from a set-up position
error-stones-misfit = the numbers of stones do not fit the side to move
error-fewer-names = fewer names than stated
error-names-unclear = names are missing because no .{ $ending } file is named like the games or WTHOR
error-other-file = a file of another game or version
error-games-are-text = the games are text; --convert makes them compact
error-not-regular-file = not a regular file
error-checksum = the checksum is wrong
error-code = invalid code: { $error }
error-wrong-rule = a game of { $found } instead of { $rule }
error-wrong-size = a game on { $found } instead of { $size }
error-illegal-move = move { $number } is illegal
error-illegal = illegal move
error-opening-longer = the opening is longer than the game
error-more-values = more values than moves after the opening
error-not-over = the game is not over
error-final-score = the final score is { $score }
error-moves-and-values = the numbers of moves and values do not match
error-moves-and-scores = the numbers of moves and scores do not match
error-moves-and-opening = the numbers of moves, opening plies and scores do not match
error-empty-command = the command is empty
foreign-not-found = No such file or directory (os error 2)
foreign-denied = Permission denied (os error 13)
foreign-is-folder = Is a directory (os error 21)
foreign-is-a-folder = is a directory
foreign-not-folder = Not a directory (os error 20)
foreign-no-space = No space left on device (os error 28)
foreign-exists = File exists (os error 17)
foreign-unexpected-argument = error: unexpected argument '{ $argument }' found
foreign-unrecognized-subcommand = error: unrecognized subcommand '{ $argument }'
foreign-invalid-value = error: invalid value '{ $value }' for '{ $option }'
foreign-invalid-value-because = error: invalid value '{ $value }' for '{ $option }': { $reason }
foreign-not-in-range = { $value } is not in { $range }
foreign-value-required = error: a value is required for '{ $option }' but none was supplied
foreign-missing = error: the following required arguments were not provided:
foreign-twice = error: the argument '{ $option }' cannot be used multiple times
foreign-conflict = error: the argument '{ $option }' cannot be used with '{ $other }'
foreign-possible-values = [possible values: { $names }]
foreign-similar-value = tip: a similar value exists: '{ $name }'
foreign-similar-argument = tip: a similar argument exists: '{ $name }'
foreign-similar-subcommand = tip: a similar subcommand exists: '{ $name }'
foreign-similar-values = tip: some similar values exist: { $names }
foreign-similar-arguments = tip: some similar arguments exist: { $names }
foreign-similar-subcommands = tip: some similar subcommands exist: { $names }
foreign-as-value = tip: to pass '{ $text }' as a value, use '{ $usage }'
foreign-usage = Usage: { $usage }
foreign-more-information = For more information, try '--help'.

# Other English texts that are translated as patterns
what-value = value
what-move = move
what-offset = offset
what-text = text
what-time-control = time control
what-time = time
what-shard = shard
what-length = length
what-band = band
what-size = size
what-board-size = board size
what-square = square
what-result = result
what-date = date
what-game = game
what-key = key
what-rule = rule
what-format = format
what-parameter = parameter
what-word = word
what-number-of-plies = number of plies
what-level = level
what-report = report
what-reason = reason
what-winner = winner
what-side-to-move = side to move
what-setting = setting
what-protocol = protocol
what-character = character
what-ply = ply
what-field = field
what-score = score
what-position = position
what-arguments = arguments
what-mark = mark
what-margin = margin
what-number-of-games = number of games
what-number-of-fields = number of fields
what-number-of-times = number of times
expected-size = N or WxH from 5 to 22
expected-sides = sides from 5 to 22
expected-board-point = a point of the { $size } board
expected-numbers = all, last, none or a ply
expected-mark = h8, or h8=A with up to three letters or digits
expected-plies = N or N-M
expected-plies-example = N or N-M, such as { $example }
expected-odd-plies = a range with an odd number above 1, such as { $example }
expected-number = a number
expected-number-from = a number from { $least }
expected-number-range = a number from { $least } to { $most }
expected-number-above = a number above { $least }, at most { $most }
expected-empties = at most { $count } empty squares
expected-at-most = at most { $count }
expected-milliseconds-from = milliseconds from { $least }
expected-milliseconds = milliseconds
expected-seconds = seconds
expected-seconds-as = seconds, as in 180/5 or 60+0.5
expected-limit = a limit
expected-least = at least { $least } with proto=edax
expected-command = a program and its arguments
expected-two-engines = two engines
expected-even = an even number from 2, as every opening is played twice
expected-shard = I/N with I from 1 to N
expected-one-such = one such as { $example }
expected-two-such = one such as { $example } or { $other }
expected-one-of = one of { $names }
expected-parameter = one of { $game }'s, see --list
expected-any = any of { $names }
expected-move = a move
expected-lower-first = the lower score first
expected-range-of-plies = { $least } to { $most } plies
expected-comma = a comma after the offset
expected-game = a game, which begins with '(;'
expected-othello-moves = Othello moves such as f5d6
expected-or = { $names } or { $last }
expected-level = a level from 1 to 10, a time per move up to a day, such as 5s or 500ms, or a depth, such as d8
detail-overtime = { $used } of { $allowed }
detail-no-answer = no answer to { $request } in { $wait }
detail-answered = { $request } was answered by { $answer }
detail-refused = { $request } was refused: { $error }
detail-unasked = { $text } without a request
detail-no-swap2 = its protocol has no swap2
detail-swap2 = SWAP2BOARD: expected { $expected }, found { $found }
detail-resigned = { $side } resigned
detail-solved = { $side } by { $discs } with { $empty } empty
detail-solved-even = even with { $empty } empty
detail-plies = { $plies } plies
detail-plies-one = 1 ply
detail-plies-discs = { $plies } plies, discs { $discs }
detail-plies-discs-one = 1 ply, discs { $discs }
detail-agreed = { $moves } moves at { $score }
detail-agreed-one = 1 move at { $score }
detail-agreed-after = { $moves } moves at { $score } after move { $from }
detail-agreed-one-after = 1 move at { $score } after move { $from }
foreign-exit = exit status: { $status }
foreign-exit-with = exit status: { $status }: { $error }
foreign-signal = signal: { $signal }
foreign-signal-with = signal: { $signal }: { $error }
detail-closed = it closed its output
limit-game = { $seconds } s
limit-increment = { $seconds } s + { $increment } s
limit-move = { $seconds } s/move
limit-nodes = { $nodes } nodes
limit-nodes-one = 1 node
limit-depth = depth { $depth }
limit-none = unlimited
expected-three-stones = three stones
expected-stones = SWAP or one or two stones
expected-stone = SWAP or one stone
what-moves = moves
what-rule-and-board = rule and board
what-names = names of the players
what-times = times of the moves
what-result-off-board = result not decided on the board
what-ending = way the game ended
what-ending-reason = reason for the result
what-event = event
what-round = round
what-opening-marks = marks of opening moves
what-variations = variations
what-labels = labels
what-comments = comments
what-scores = scores
what-properties = other properties
what-file = file
what-line = line
what-board = board
number-one = 1 game
number-many = { $count } games
expected-square = X, O or - for square { $square } of 64
expected-side = X or O for the side to move
expected-semicolon = ';' after the side to move
expected-ggf = *, O or - for { $part }
expected-property = a property, ';', '(' or ')'
expected-open = '[' after { $name }
expected-close = ']' after the value of { $name }
expected-header = a header such as '{ $example }'

# Checks of an engine
checked-passed = passed
checked-warning = warning
checked-failed = failed
checked-skipped = skipped
checked-expected = expected
checked-found = found
checked-log = log
checked-note = { $title }: { $note }
checked-total = { $passed } passed, { $warnings ->
    [one] 1 warning
   *[other] { $warnings } warnings
  }, { $failed } failed, { $skipped } skipped

# Texts of checks: see language/errors.rs. The English texts are patterns of what a check says.
check-start-silent = nothing is printed before the first command
check-start-about = ABOUT before START gives name and version in one line
check-start-ok = START is answered OK
check-start-large = START 20 is answered OK
check-start-sizes = START with unusual sizes is answered OK or ERROR
check-start-impossible = START with impossible sizes is refused
check-start-rectangle = RECTSTART is answered OK or refused
check-start-again = START in a running game gives an empty board
check-start-restart = RESTART gives an empty board
check-start-unknown = an unknown command is refused
check-start-errors = writes nothing to standard error
check-lines-crlf = lines may end with CRLF
check-lines-lf = lines may end with LF
check-lines-cr = lines may end with CR
check-lines-empty = empty lines are ignored
check-lines-case = commands may be in lower case
check-lines-blanks = blanks between the parts are ignored
check-lines-burst = everything up to the first move may arrive at once
check-lines-pieces = a line may arrive in pieces
check-play-begin = BEGIN is answered by a point on boards of several sizes
check-play-turn = TURN is answered by an empty point
check-play-corners = accepts stones in the corners and at the edge
check-play-win = completes its own four
check-play-block = blocks the opponent's four at the edge
check-play-occupied = TURN on a stone is refused and changes nothing
check-play-outside = TURN outside the board is refused and changes nothing
check-play-malformed = TURN without a point is refused and changes nothing
check-play-takeback = TAKEBACK frees the point
check-board-history = answers positions of one to six stones, then TURN
check-board-empty = an empty BOARD is answered like BEGIN
check-board-replace = a second BOARD replaces the first without RESTART
check-board-colours = the third field decides whose stone it is
check-board-full = finds the last empty points of a full board
check-board-blocked = accepts stones of field 3 and does not play on them
check-board-malformed = a malformed line is answered by one ERROR after DONE
check-info-silent = no INFO is answered, known or unknown
check-info-early = INFO before START is not answered
check-info-values = survives impossible values
check-info-now = INFO timeout_turn 0 while thinking ends the search
check-info-memory = stays within INFO max_memory { $limit }
check-time-at-once = timeout_turn 0 is answered as fast as possible
check-time-turn = keeps to timeout_turn { $limit }
check-time-left = keeps to a small time_left
check-time-match = keeps to timeout_match over several moves
check-time-prompt = understands a request right after its own move
check-rules-games = two games under rule { $number }
check-rules-overline = standard: makes five, not six
check-rules-fouls = renju: avoids tempting forbidden points
check-rules-swap2 = SWAP2BOARD is answered at 0, 3 and 5 stones
check-end-idle = END ends the process silently
check-end-early = END before START ends the process
check-end-thinking = END ends the process while it thinks
check-end-input = the end of the input ends the process
check-end-input-thinking = the end of the input ends a search
check-end-children = no process is left behind
check-unasked = no unsolicited line
check-came-before = "{ $said }", before the request was sent
check-nothing-at-all = nothing before the time limit of this check
check-nothing-in = nothing in { $time } ms
check-silence-after = silence after { $phrase }
check-answer-ok = OK in answer to { $phrase }
check-answer-refusal = one line ERROR or UNKNOWN in answer to { $phrase }
check-answer-move = a legal move x,y in answer to { $phrase }
check-answer-ok-or-error = OK or ERROR in answer to { $phrase }
check-the-answer = the answer to { $phrase }
check-the-one-answer = the one answer to { $phrase }
check-the-move = the move in answer to { $phrase }
check-prompt = a prompt TURN
check-alone = INFO alone
check-before-start = INFO before START
check-empty-lines = empty lines
check-end-of-game = the end of the game
check-end-of-input = the end of the input
check-off-board = { $point }, which is not on the { $size } board
check-illegal = { $point }, which is illegal: { $error }
check-in-time = an answer to { $phrase } within { $limit } ms and { $tolerance } ms tolerance
check-answer-after = an answer after { $time } ms
check-slowest = { $phrase }, slowest { $time } ms of { $limit } ms
check-every-move = every move within { $limit } ms
check-after-asked = { $time } ms after it was asked for
check-end-of-process = the end of the process within { $limit } ms of { $phrase }
check-goes-on = still running
check-end-of-output = end of output: { $detail }
check-has-ended = it has ended
check-starts = a program that starts
check-not-started = not started: { $error }
check-does-not-start = it does not start
check-silent-for = silent for { $time } ms
check-silence-first = silence before the first command
check-waits = a program that waits for commands
check-pairs = one line of key="value" pairs
check-about-fields = name, version, author, country
check-lacks = "{ $said }" without { $names }
check-start-answered = START { $size } answered OK in { $time } ms
check-ok-in = OK in { $time } ms
check-line-ok-or-error = one line, OK or ERROR
check-line-ok-or-refusal = one line, OK or ERROR or UNKNOWN
check-plays-on = plays on { $sizes }
check-plays-on-none = plays on none
check-refused-then-ok = refused, and OK to the next START
check-refused-as-allowed = refused, as allowed
check-points-free = points taken before are free
check-empty = empty
check-empty-standard-error = empty standard error
check-understood = understood
check-understood-upper = START, INFO, BEGIN and BOARD understood
check-understood-lower = start, info, begin, board and done understood
check-no-answer = no answer
check-no-answer-to-six = no answer to six kinds
check-ok-and-move = OK and one move
check-exit = exit status: { $status } after { $time } ms
check-signal = signal: { $signal } after { $time } ms
check-exit-status = exit status: { $status }
check-by-signal = signal: { $signal }
check-exit-zero = exit status 0
check-answered-and-ended = answered "{ $said }" and ended
check-no-children = this system does not report the children of a process
check-none = none
check-no-process = no process left behind
check-left-running = { $count } still running
check-at-once = it answered at once
check-search = a search
check-legal-points = legal points
check-found-point = { $point } found
check-sensible = { $point }, the one sensible move
check-both-free = both points are free again
check-point-off = the point is off the board
check-stones-gone = the stones of the first are gone
check-winning = { $point }, the winning move of { $side }
check-both-colours = found the win with either colour
check-points-left = { $most } and { $least } points left: played a free one each time
check-elsewhere = a move elsewhere: field 3 marks a winning row or a forbidden point
check-that-point = that point
check-an-error = an ERROR
check-one-error = one ERROR
check-endless = an endless stream of lines
check-error-after-done = one ERROR after DONE
check-nothing = nothing
check-silent-early = silent, and START and BEGIN work
check-move-or-error = a move, or one ERROR about the value
check-ignored = ignored
check-moved-before = it moved before the interrupt
check-moved-at-once = moved at once
check-no-memory = this system does not report the memory of a process
check-at-most-memory = at most { $limit } MiB resident
check-peak = peak { $peak } MiB
check-peak-of = peak { $peak } MiB, limit { $limit } MiB
check-moves = { $moves } moves
check-moves-left = { $moves } moves, { $left } ms of { $all } ms left
check-little-time = moves with little time left
check-rule-silent = rule { $number } ({ $rule }) in silence
check-games = as black { $phrase }; as white { $next }
check-game = { $plies } plies, { $phrase }
check-no-winner = no winner
check-five = five { $points }
check-full-board = full board
check-no-five = no five possible
check-makes-five = { $point } makes five
check-exactly-five = the move that makes exactly five
check-but-not = not { $next }, but { $phrase }
check-double-three = a double three at { $point }
check-double-four = a double four at { $point }
check-overline = an overline at { $point }
check-three-points = three different points separated by blanks
check-swap-or-two = SWAP, one or two free points
check-swap-or-one = SWAP or one free point
check-no-swap2 = SWAP2BOARD is not supported
check-no-foul = { $count } positions, no foul
