# Sides and results
comma = ，
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
event-round = { $event }，第 { $round } 轮

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
analyze-forbidden = 此时黑方禁手：{ $point }，{ $reason }
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

# Playing at a terminal
play-welcome = { $game }。{ $black-side }：{ $black }。{ $white-side }：{ $white }。
play-you = 您
play-engine = 引擎（{ $level }）
play-level-number = { $number } 级
play-level-time = 每手 { $seconds } 秒
play-level-short-time = 每手 { $milliseconds } 毫秒
play-level-depth = 深度 { $plies }
play-invitation = 请输入着法（如 d3），或输入“帮助”。
play-engine-waits = { $side }，引擎等待中
play-engine-moves = { $side }落子 { $move }
play-plies = 已下 { $count } 手
play-last = 上一手 { $move }
play-last-pass = 上一手停着
play-to-move = 轮到{ $side }
play-passes = { $side }无处可下，停一手。
play-passes-forbidden = { $side }只剩禁手点，停一手。
play-no-moves = 还没有落子。
play-thinking = 思考中：{ $state }
play-depth = 深度 { $plies }
play-book = 开局库
play-seconds = { $seconds } 秒
play-score-win = { $plies } 手内必胜
play-score-loss = { $plies } 手内必败
play-score-discs = { $discs } 子
play-score-exact = 终局 { $discs } 子
play-hint = 提示：{ $move }（{ $depth }，{ $score }；{ $line }）
play-level-set = 引擎棋力：{ $level }。
play-swapped = 现在引擎执{ $engine }，您执{ $person }。
play-new-game = 新的一局。
play-undone = 已悔棋：{ $moves }。
play-undo-nothing = 没有可以悔的棋。
play-undo-nothing-yours = 您还没有落子，无棋可悔。
play-undo-fewer = 最多只能悔 { $count } 手。
play-move-for-engine = 引擎等待中：请替它落子，或输入“走棋”。
play-another = 再来一局？[y/n/分析]
play-analyzing = 正在分析本局……
play-setup = 摆棋
play-setup-turn = 轮到{ $side }。
play-setup-help =
    “黑 h8 i9”在这些点放黑子，“白 h8”放白子，“- h8”取走棋子。
    “轮到 白”指定下一手为白方。“清空”清除棋盘，“完成”从此局面继续，“取消”回到原局。
play-swap2 =
    Swap2 开局：一方先摆三子（黑、白、黑），另一方选择执黑或执白，
    或再加一白一黑两子，把选择权交还对方。
play-swap2-not = Swap2 是五子棋的开局规则。
play-swap2-place = Swap2，放{ $side }子
play-swap2-help = 请输入下一子的位置，或输入“退出”。
play-swap2-placed = 引擎摆子：{ $moves }。
play-swap2-choose = 执黑、执白，还是再加两子？[黑/白/加两子]
play-swap2-choose-side = 执黑还是执白？[黑/白]
play-swap2-chosen = Swap2：{ $player }{ $side }。
play-swap2-you = 您执
play-swap2-engine = 引擎执
play-over-help =
    对局已结束：y 再来一局，n 退出。
    悔棋、换边、级别、棋谱、棋盘、结果等命令仍可使用。
play-next-black = 下一局您执黑。
play-next-white = 下一局您执白。
play-next-alike = 双方由同一方执棋，无需交换。
play-saved = 已保存为 { $file }
play-loaded = 已读取 { $file }
play-unknown-ending = { $file }：扩展名应为某种棋谱格式：.psq、.sgf、.pos、.lib、.ggf 或 .txt。
play-file-exists = { $file } 已存在，请换一个文件名。
play-file-failed = { $file }：{ $error }
play-needs-file = “{ $command }”后面应为文件名：{ $command } game.sgf。
play-not-saved = 无法保存到 { $folder }：{ $error }
play-going-on = 对局进行中。
play-off-board = { $point } 不在棋盘上：列为 a 到 { $last }，行为 1 到 { $rows }。
play-forbidden = { $point } 是禁手点：将形成{ $foul }；输入“为什么 { $point }”查看原因。
play-would-make = { $point } 将形成{ $foul }：
play-occupied = { $point } 已有{ $side }子。
play-blocked = { $point } 不可落子。
play-may-not-pass = { $side }不能停一手。
play-no-flip = { $point } 不能翻转任何棋子。
play-not-forbidden = { $point } 不是禁手点。
play-nothing-forbidden = 黑白棋没有禁手。
play-over = 对局已结束。
play-foul-overline = 长连
play-foul-double-four = 四四
play-foul-double-three = 三三
play-shape-overline = { $count } 子长连：{ $stones }
play-shape-four = 四：{ $stones }（{ $points } 成五）
play-shape-three = 活三：{ $stones }（{ $points } 成活四）
play-not-understood = “{ $text }”既不是着法也不是命令；输入“帮助”查看说明。
play-no-argument = “{ $command }”不带参数（多了“{ $text }”）。
play-needs-number = “{ $command }”后面应为不小于 1 的手数，而不是“{ $text }”。
play-needs-point = “{ $command }”后面应为一个点：{ $command } h8。
play-no-such-point = 没有“{ $text }”：行列都从 1 数起。
play-no-such-level =
    没有“{ $text }”这个级别：可用 1 到 10 级、每手用时（5s、500ms，最长一天）
    或深度（d8）。
play-nothing-asked = 现在没有需要回答的问题；输入“帮助”查看说明。
play-help =
    着法写成列字母加行号（h8），或列号和行号，都从 1 数起（8 8 或 8,8）。
    最后一手、黑方禁手点以及黑白棋的可下之处都有标记。

      悔棋    undo     收回您的上一手和对方的应手；再次输入可继续后退
      悔棋 N  undo N   收回双方最后 N 手，然后引擎等待
      走棋    go       让引擎替轮到的一方走
      提示    hint     显示引擎为轮到的一方选的着法
      提示 N  hint N   显示最佳的 N 手及其胜率
      换边    swap     交换双方：引擎接过轮到的一方
      级别 L  level L  棋力 1 到 10 级，或每手用时（5s、500ms）、深度（d8）
      为什么  why h8   解释某点为何是禁手
      棋谱    moves    到目前为止的着法
      结果    result   对局是否结束、结果如何
      棋盘    board    重画棋盘
      线条    lines    带线的棋盘；宽 wide、窄 narrow：纯字符棋盘
      保存    save     保存棋谱：.psq、.sgf、.pos、.lib、.ggf 或 .txt（后接文件名）
      读取    load     读取任意格式的棋谱，继续对局（后接文件名）
      分析    analyze  每一手的得失；“分析 文件.html”同时写出网页
      摆棋    setup    摆放棋子，指定轮到哪方
      三手交换 swap2   以 swap2 开局开始新的五子棋对局
      认输    resign   认输
      新局    new      放弃本局，重新开始
      退出    quit     离开

# Started without arguments at a terminal
greet = Tengen { $version }：五子棋与黑白棋引擎。
greet-help =
      tengen play     与引擎对弈；在此按回车即开始五子棋
      othello         黑白棋；还有 standard（标准规则）、renju（连珠）、caro（卡罗）
      帮助 help ?     选项和子命令
      退出 quit       离开

    其他输入视为 Gomocup 协议的命令（Piskvork 等对局管理程序使用）。

# Puzzles
puzzle-title = 习题
puzzle-task-win = { $side }先行取胜
puzzle-task-best = { $side }先行，求最佳着法
puzzle-place = { $file }，第 { $game } 局，第 { $ply } 手之后。
puzzle-win-in = 只此一着必胜，共 { $plies } 手。
puzzle-discs = 终局净胜 { $score } 子，其他着法至多 { $second } 子。
puzzle-seen = 搜索到第 { $depth } 层即可看出。
puzzle-unseen = 浅层搜索看不出。
puzzle-solution = 答案：{ $line }
puzzle-solutions = 答案
puzzle-limited = 部分其他着法仅在搜索限度内被排除。
puzzle-total = 从 { $games } 局中找到 { $puzzles } 题，重复 { $repeated } 题，用时 { $seconds } 秒
puzzle-left-out = 有 { $count } 题未写入局面文件：一个文件只收一种棋，且五子棋的黑白子须交替
puzzle-loses = 此后{ $side }反而必胜，共 { $plies } 手。
puzzle-no-win = { $side }如此应对后，再也找不到必胜着法。
puzzle-score = 此后终局只得 { $score } 子。
puzzle-choice = 题号
puzzle-your-move = 请在棋盘上落子。
puzzle-on = 正确！请继续。
puzzle-elsewhere = 答案的后续不在此处，这一着未经分析。
puzzle-right = 答案
puzzle-solved = 解出来了！
puzzle-solved-count = 已解：
puzzle-wrong = 不对，对方这样应对：
puzzle-illegal = 此处不能落子。
puzzle-forbidden = 禁手
puzzle-again = 重来（r）
puzzle-show = 看答案（s）
puzzle-previous = 上一题（p）
puzzle-next = 下一题（n）
puzzle-back = 后退一手（,）
puzzle-forth = 前进一手（.）
puzzle-keys = 按键：方向键在棋盘上移动光标，回车落子；逗号、句号逐手前后移动。
puzzle-made-by = 由 Tengen 出题，每一着都有应对。

# Matches
match-left = 还剩 { $games } 局，{ $time }
match-left-about = 约剩 { $games } 局，{ $time }
match-left-at-most = 最多还剩 { $games } 局，{ $time }
match-openings = 开局 { $known }/{ $planned }
match-report = 报告：{ $path }
time-seconds = { $count } 秒
time-minutes = { $count } 分钟
time-hours = { $count } 小时
