# Sides and results
black = 黑
white = 白
black-title = 黑方
white-title = 白方
gomoku = 五子棋
othello = 黑白棋
freestyle = 无禁手
standard = 标准规则
renju = 连珠（有禁手）
caro = 卡罗
caro-exact = 卡罗（恰好五连）
ends-with-row = { $side }五连获胜：{ $row }。
ends-with-discs = { $side }以 { $most } 比 { $least } 获胜。
ends-level = 和棋，{ $most } 比 { $least }。
ends-full-board = 和棋：棋盘已满。
ends-without-hope = 和棋：双方都已无法连成五子。
ends-resigned = { $loser }认输，{ $winner }获胜。
ends-agreed = 和棋。
ends-adjudicated = 裁定{ $side }获胜。
ends-unfinished = 对局未完。

# Analysis of games
analyze-game = 第 { $number } 局：{ $players }，{ $game }
analyze-game-alone = 第 { $number } 局：{ $game }
analyze-plies = 共 { $count } 手
analyze-ply = 手数
analyze-side = 方
analyze-move = 着手
analyze-before = 着前
analyze-after = 着后
analyze-loss = 损失
analyze-best = 最佳
analyze-line = 变化
analyze-win-in = 胜 { $plies }
analyze-loss-in = 负 { $plies }
analyze-pass = 停一手
analyze-missed = 错过 { $plies } 手必胜：{ $line }
analyze-allowed = 让对方 { $plies } 手必胜：{ $line }
analyze-fault = 棋谱在第 { $plies } 手后中断：{ $fault }
analyze-moves = 手数
analyze-mean-loss = 平均损失
analyze-accuracy = 准确率
analyze-turning = 胜负手：第 { $ply } 手，{ $side } { $move }，{ $before } -> { $after }
analyze-unit-percent = 着前、着后：胜率（%），或必胜所需手数。损失以 % 计。
analyze-unit-discs = 着前、着后、损失：子数差。整数为终局结果，小数为估计。
analyze-all = { $game }：{ $moves } 手，平均损失 { $mean }，准确率 { $accuracy }
analyze-total = 共 { $games } 局，{ $nodes } 节点，{ $seconds } 秒

# The page of an analysis
page-analysis = 棋局分析
page-game = 对局
page-summary = 总结
page-graph = 形势曲线（黑方视角）
page-blunders = 失误
page-moves = 全部着手
page-none = 没有失误。
page-better = 更好的着法：
page-answer = 其后的最佳应对：
page-back = 回到实战
page-forbidden = 禁手：
page-start = 开局之前
page-black-chance = 黑方胜率（%）
page-black-discs = 黑方领先子数
page-keys = 按键：左右键逐手前后移动，上下键在失误之间跳转，Esc 离开变化。
page-exact = 已证明
page-first = 开头（Home）
page-previous = 后退（左键）
page-next = 前进（右键）
page-last = 终局（End）
page-hints = 显示最佳着法、评分和禁手点
page-turning = 胜负手：

# Pictures
picture-title = { $game }，第 { $ply } 手
picture-best = 最佳着法：{ $moves }
picture-course = 黑方胜率：{ $chart }
