# Sides and results
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
