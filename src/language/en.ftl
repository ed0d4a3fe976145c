# Sides and results
comma = ,{ " " }
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
ends-resigned = { $loser } resigns, { $winner } wins.
ends-agreed = Draw.
ends-adjudicated = { $side } wins by adjudication.
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
analyze-missed = missed a forced win in { $plies } plies: { $line }
analyze-allowed = allowed a forced win in { $plies } plies: { $line }
analyze-forbidden = forbidden to Black now: { $point }, { $reason }
analyze-fault = The record ends after ply { $plies }: { $fault }
analyze-moves = moves
analyze-mean-loss = mean loss
analyze-accuracy = accuracy
analyze-turning = Turning point: ply { $ply }, { $side } { $move }, { $before } -> { $after }
analyze-unit-percent = Before, after: win chance in %, or the plies of a forced win. Loss in %.
analyze-unit-discs = Before, after, loss: discs. Whole numbers are final scores, others estimates.
analyze-all = { $game }: { $moves } moves, mean loss { $mean }, accuracy { $accuracy }
analyze-total = { $games ->
    [one] 1 game
   *[other] { $games } games
  }, { $nodes } nodes, { $seconds } s

# The page of an analysis
page-analysis = Analysis
page-game = Game
page-summary = Summary
page-graph = Course of the game, seen by Black
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
page-keys = Keys: left and right step, up and down go from mistake to mistake, Esc leaves a line.
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
play-last-pass = last a pass
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
play-swapped = The engine plays { $engine } now, you play { $person }.
play-new-game = A new game.
play-undone = Taken back: { $moves }.
play-undo-nothing = There is no move to take back.
play-undo-nothing-yours = There is no move of yours to take back.
play-undo-fewer = { $count ->
    [one] Only 1 move can be taken back.
   *[other] Only { $count } moves can be taken back.
  }
play-move-for-engine = The engine waits: type a move for it, or go.
play-another = Another game? [y/n/analyze]
play-analyzing = Analysing the game ...
play-setup = set up
play-setup-turn = { $side } is to move.
play-setup-help =
    x h8 i9 puts black stones on these points, o white ones, - removes them.
    turn o: White is to move. clear empties the board. done plays on from here,
    cancel goes back to the game.
play-swap2 =
    Swap2: one player places three stones, black, white and black. The other takes
    a side, or adds a white and a black stone and leaves the choice to the first.
play-swap2-not = Swap2 is an opening of Gomoku.
play-swap2-place = Swap2, { $side } stone
play-swap2-help = Type a point for the next stone, or quit.
play-swap2-placed = The engine places { $moves }.
play-swap2-choose = Your side, or two more stones? [black/white/two]
play-swap2-choose-side = Your side? [black/white]
play-swap2-chosen = Swap2: { $player } { $side }.
play-swap2-you = you play
play-swap2-engine = the engine plays
play-over-help =
    The game is over: y begins another, n leaves.
    undo, swap, level, moves, board and result work here, too.
play-next-black = In the next game you play black.
play-next-white = In the next game you play white.
play-next-alike = Both sides are played alike.
play-saved = Saved as { $file }
play-loaded = Loaded { $file }
play-unknown-ending = { $file }: the ending must name a format: .psq, .sgf, .pos, .lib, .ggf or .txt.
play-file-exists = { $file } is there already; choose another name.
play-file-failed = { $file }: { $error }
play-needs-file = '{ $command }' needs the name of a file: { $command } game.sgf.
play-not-saved = The game could not be saved in { $folder }: { $error }
play-going-on = The game is going on.
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
play-foul-overline = an overline
play-foul-double-four = a double-four
play-foul-double-three = a double-three
play-shape-overline = row of { $count }: { $stones }
play-shape-four = four { $stones } (five at { $points })
play-shape-three = three { $stones } (straight four at { $points })
play-not-understood = '{ $text }' is neither a move nor a command; try help.
play-no-argument = '{ $command }' takes no argument (found '{ $text }').
play-needs-number = '{ $command }' takes a number of moves from 1, not '{ $text }'.
play-needs-point = '{ $command }' needs a point: { $command } h8.
play-no-such-point = There is no '{ $text }': columns and rows count from 1.
play-no-such-level =
    There is no level '{ $text }': levels are 1 to 10, a time per move up to a day
    (5s, 500ms), or a depth (d8).
play-nothing-asked = Nothing was asked; try help.
play-help =
    A move is the letter and the number beside its point (h8), or column and row,
    both counted from 1 (8 8 or 8,8). The last stone is marked, and so are points
    forbidden to Black and the legal points in Othello.

      undo        take back your last move and the reply; again to go further back
      undo N      take back the last N moves of both sides; the engine then waits
      go          let the engine move for the side whose turn it is
      hint        show the engine's choice for the side whose turn it is
      hint N      show the N best moves with their win chances
      swap        change sides: the engine takes over the side whose turn it is
      level L     play at level 1 to 10, for a time (5s, 500ms) or to a depth (d8)
      why h8      why a point is forbidden
      moves       the moves so far
      result      whether and how the game has ended
      board       draw the board again
      lines       draw the board with lines; wide, narrow: in plain characters
      save FILE   save the game: .psq, .sgf, .pos, .lib, .ggf or .txt
      load FILE   go on with a game in any format
      analyze     what each move was worth; analyze FILE.html writes a page, too
      setup       place stones, and choose who moves
      swap2       a new game of Gomoku with the opening swap2
      resign      give up
      new         abandon the game and start again
      quit        leave

# Started without arguments at a terminal
greet = Tengen { $version } plays Gomoku and Othello.
greet-help =
      tengen play     play against the engine; Enter starts Gomoku here
      othello         play Othello; also: standard, renju, caro
      help or ?       options and subcommands
      quit            leave

    Any other line is a command of the Gomocup protocol, which managers such as
    Piskvork speak.

# Puzzles
puzzle-title = Puzzles
puzzle-task-win = { $side } to move and win
puzzle-task-best = { $side } to move: the best move
puzzle-place = { $file }, game { $game }, after ply { $ply }.
puzzle-win-in = Only this move wins, in { $plies } plies.
puzzle-discs = Final score { $score } discs, at most { $second } with any other move.
puzzle-seen = A search to depth { $depth } sees it.
puzzle-unseen = No shallow search sees it.
puzzle-solution = Solution: { $line }
puzzle-solutions = Solutions
puzzle-limited = Some other moves are excluded only within the limit of the search.
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
  } not among the positions: the file has those of one game, and stones of Gomoku must alternate
puzzle-loses = { $side } wins now, in { $plies } plies.
puzzle-no-win = After { $side }'s reply no win can be found any more.
puzzle-score = The game now ends { $score }.
puzzle-choice = Puzzle
puzzle-your-move = Your move: click on the board.
puzzle-on = Right! Go on.
puzzle-elsewhere = The solution goes on elsewhere. This move was not examined.
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
match-left = { $games } games, { $time } left
match-left-about = ~{ $games } games, { $time } left
match-left-at-most = at most { $games } games, { $time } left
match-openings = openings { $known }/{ $planned }
match-report = Report: { $path }
time-seconds = { $count } s
time-minutes = { $count } min
time-hours = { $count } h
