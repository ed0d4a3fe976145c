# Sides and results
comma = ，
sentences = { $first }。{ $second }
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
ends-won = { $side }获胜。
ends-won-by = { $side }胜 { $discs } 子。
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
play-analyzing = 正在分析本局……（Ctrl-C 停止）
play-analysis-stopped = 分析已停止。
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
explained = { $foul }：{ $shapes }
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
      提示    hint     显示轮到的一方的最佳着法
      提示 N  hint N   显示最佳的 N 手及其胜率；提示不受级别影响，总用全部棋力
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
match-repeating = 注意：{ $openings } 个开局均已用完；不计时的引擎从此可能重复对局，重复的对局不提供新的证据（如需更多开局：--generate count=、--images）
match-game = 第 { $number } 局：{ $black } - { $white } { $result } { $ending }（{ $plies } 手）
match-resumed = 继续比赛：已下 { $played } 局，共 { $planned } 局
match-interrupted = 已中断：用 --out { $out } 重新运行即可继续
time-milliseconds = { $count } 毫秒
count-games = { $count } 局
count-threads = { $count } 线程

# Why games end
reason-five = 连五
reason-full-board = 棋盘已满
reason-dead-draw = 双方均无法成五
reason-discs = 数子
reason-solved = 残局解算
reason-move-limit = 手数上限
reason-agreed-win = 双方评分一致判胜
reason-agreed-draw = 双方评分一致判和
reason-resignation = 认输
reason-no-start = 未能启动
reason-occupied = 落子于已占点
reason-forbidden = 禁手
reason-illegal = 违规着法
reason-overtime = 超时
reason-silence = 无响应
reason-crash = 崩溃
reason-garbage = 无法识别的回答

# The report of a match as text
text-title-two = { $first } 对 { $second } 的结果（{ $what }，{ $games }/{ $planned } 局）
text-title-round-robin = { $count } 个引擎循环赛的结果（{ $what }，{ $games }/{ $planned } 局）
text-title-gauntlet = { $first } 对 { $count } 个引擎车轮战的结果（{ $what }，{ $games }/{ $planned } 局）
text-games = 对局：{ $games }，胜：{ $wins }，负：{ $losses }，和：{ $draws }，得分：{ $points }（{ $share } %）
text-pairs = 五项分布（0–2 分）：{ $counts }，对局对：{ $pairs }
text-margin = 子差：平均每局 { $margin } 子，共 { $games } 局
text-accepted = 接受 { $found }
text-rank = 名次
text-name = 引擎
text-wdl = 胜-和-负
text-black = 黑方：{ $results }（{ $share } %），平均 { $plies } 手
text-endings = 终局方式：{ $endings }
text-times = 用时
text-mean-ms = 平均毫秒
text-worst-ms = 最长毫秒
text-in-game = 所在局
text-faults = { $name } 的违规：{ $faults }
text-fault = 第 { $game } 局：{ $fault }
text-more-faults = 另见第 { $games } 局

# The report of a match as a page
report-page = 比赛报告
report-footer = 未注明“归一化”的等级分差均为逻辑斯谛等级分；± 与误差线为 95 % 置信区间。对局从 1 开始编号。
report-title-two = { $first } 对 { $second }
report-title-gauntlet = { $first } 对 { $count } 个对手
report-title-many = { $count } 个引擎的比赛
report-games-of = { $games }/{ $planned } 局
report-no-game = 还没有下完的对局。
report-verdict-gauntlet = { $name } 对 { $count } 个对手共 { $games } 局，得 { $points } 分（{ $share }）。
report-verdict-leads = { $name } 领先：{ $games } 局得 { $points } 分（{ $share }），等级分高出全体平均 { $elo }。
report-verdict = { $claim }：等级分差 { $elo }{ $test }。
report-sprt-accepted = （SPRT 接受 { $found }）
report-sprt-undecided = （SPRT 未决，LLR { $llr }）
report-is-ahead = { $first } 目前领先 { $second }
report-is-behind = { $first } 目前落后 { $second }
report-is-stronger = { $first } 强于 { $second }
report-is-weaker = { $first } 弱于 { $second }
report-is-unclear = { $first } 与 { $second } 尚无明显差距
report-is-not-weaker = { $first } 不弱于 { $second }
report-may-be-weaker = { $first } 可能弱于 { $second }
report-is-no-improvement = { $first } 较 { $second } 无明显进步
report-games = 对局
report-game = 棋种
report-number = 局
report-of-planned = 计划 { $planned } 局 · { $share }
report-of-at-most = 最多 { $planned } 局 · { $share }
report-lost-by-fault = 违规判负
report-fault-kinds = 崩溃、超时、违规着法
report-elo-difference = 等级分差
report-interval = { $low } 至 { $high }（95 %）
report-points-of-games = { $games } 局得 { $points } 分
report-score = 得分率
report-los-note = { $name } 更强的概率
report-accepted = 接受 { $found }
report-undecided = 未决
report-margin = 子差
report-margin-note = 平均每局子数，共 { $count } 局
report-first = 第一名
report-second = 第二名
report-drawn-games = 和棋
report-what = 项目
report-value = 值
report-conditions = 比赛条件
report-engines = 引擎
report-tournament = 比赛
report-format = 赛制
report-round-robin = 循环赛
report-gauntlet = 车轮战：第一个引擎对其余各引擎
report-test = 检验
report-played = 时间
report-sprt = { $scale }等级分 [{ $low }, { $high }] 的 SPRT，以{ $evidence }计，α { $alpha }，β { $beta }
report-by-pairs = 对局对
report-by-games = 单局
report-logistic = 逻辑斯谛
report-normalized = 归一化
report-time = 用时
report-command = 命令
report-settings = 设置
report-tolerance = 宽限 { $time }
report-fresh = 每局新进程
report-whole-positions = 发送整个局面（BOARD）
report-openings = 开局
report-openings-of = { $name } 中的 { $count } 个
report-openings-generated = 自动生成 { $count } 个
report-openings-random = ，随机顺序
report-openings-images = ，含对称变换
report-tolerances = 宽限
report-adjudication = 裁定
report-dead-draw = 双方均无法成五即判和
report-solve = 剩 { $empties } 个空格时解算
report-most-plies = 满 { $plies } 手结束
report-agreed-win = 双方评分一致则判胜：{ $rule }
report-agreed-draw = 双方评分一致则判和：{ $rule }
report-shard = 分片
report-concurrency = 同时对局
report-seed = 随机种子
report-referee = 裁判
report-elo-above = 高于 { $elo }
report-elo-below = 低于 { $elo }
report-elo-unbounded = { $elo }，无界
report-whiskers = 误差线为 95 % 置信区间；箭头表示一端无界。
report-table = 积分表
report-table-note = 等级分以全体引擎的平均值为零点。
report-crosstable = 交叉表
report-crosstable-note = 行引擎对列引擎的胜、和、负。
report-strength = 棋力
report-elo-of-all = 相对全体平均的等级分
report-elo-of-two = { $first } 对 { $second } 的等级分差
report-elo-of-one = { $first } 的等级分差，对手：
report-engine = 引擎
report-points = 得分
report-points-of-all = 各引擎得分
report-wdl = 胜、和、负
report-balance = 开局的均衡
report-balance-note = 黑白双方得分率均为 50 % 时，开局是均衡的。
report-all-results = 结果
report-as-black = 执黑
report-as-white = 执白
report-won = 胜
report-drawn = 和
report-lost = 负
report-results = 胜 { $won }，和 { $drawn }，负 { $lost }
report-pairs-note = { $pairs } 对同一开局、互换黑白的对局；{ $first } 的得分。
report-pair-points = 每对得分
report-pairs = 对
report-pentanomial = 对局对（五项分布）
report-colour = 颜色
report-elo-over-games = 等级分走势
report-elo-over-games-note = 线：下完相应局数后的估计；带：其 95 % 置信区间。
report-llr = 序贯检验
report-llr-note = 对数似然比越过任一界限，检验即告结束。
report-llr-of-two = { $first } 对 { $second } 的对数似然比
report-lead = 领先走势
report-lead-note = { $first } 的得分减去 { $second } 的得分。
report-course = 进程
report-axis-games = 局
report-axis-points = 分
report-axis-plies = 手数（起）
report-axis-time = 用时（起）
report-axis-moves = 着法数
report-pace = 用时与手数
report-times = 每着用时
report-times-note = 开局着法与停着不计。
report-times-of = { $name } 的用时
report-logarithmic = 区间按 1、2、5、10…… 递增（对数刻度）。
report-moves = 着法数
report-mean = 平均
report-longest = 最长
report-in-game = 所在局
report-lengths = 对局手数
report-mean-plies = 平均 { $plies } 手。
report-endings = 终局方式
report-reasons = 原因
report-reasons-note = 按原因与胜方统计的局数；违规已标出。
report-reason = 原因
report-won-by = { $name } 胜
report-fault = 违规
report-detail = 详情
report-ply = 手数
report-faults = 违规判负：{ $count } 局
report-more-faults = 另有 { $count } 次违规
report-shortest-win = 最短胜局
report-first-fault = 首次违规
report-largest-margin = 最大子差
report-first-draw = 首个和局
report-longest-game = 最长对局
report-last-game = 最后一局
report-first-loss = { $name } 的首个负局
report-all-games = 全部对局
report-telling = 值得一看：
report-left-out = 只列出最后的对局；之前的 { $count } 局未列出。
report-all = 全部
report-none = 无
report-draw = 和棋
report-result = 结果
report-opening = 开局
report-length = 手数
report-from = 最少手数
report-to = 最多手数
report-plies = 手数
report-shown = 显示 { $shown }/{ $games } 局
report-more = 更多
report-keys = 按键：左右键逐手前后移动，上下键换局，Home 和 End 跳到开头和终局。
report-start = 开局之前
report-depth = 深度 { $depth }
report-curves = 双方评分
report-curves-note = 引擎自报的评分（黑方视角，各用自己的单位）；+ 对黑方有利。未报告处不画线。
report-blunders = 失误
report-no-blunders = 按双方自报评分没有失误。
report-blunder-both = 双方都认为是失误
report-blunder-own = 该引擎自己事后认为是失误
report-blunder-opponent = 对手认为是失误
report-own = 自评
report-opponent = 对手评分
report-blunders-note = 并非分析结果，只据引擎自报：到该引擎下一着时自评下降（?），或对手应着时评分上升（?），或两者兼有（??），幅度达 25 % 胜率（p 分按 1 / (1 + exp(-p / 2)) 折算）或 6 子。


# Messages of errors
error-in = { $file }: { $error }
error-question = { $error }；是不是“{ $name }”？
error-in-line = { $file }: 第 { $line } 行：{ $error }
error-in-column = { $file }: 第 { $line } 行第 { $column } 列：{ $error }
error-in-numbered-line = { $file }: 第 { $line } 行第 { $column } 列：{ $error }
error-in-line-only = 第 { $line } 行：{ $error }
error-in-byte = { $file }: 第 { $byte } 字节：{ $error }
error-in-game = { $file }: 第 { $game } 局：{ $error }
error-in-move = 第 { $number } 手：{ $error }
error-occupied = { $point } 已有{ $side }子
error-blocked = { $point } 是封闭点
error-off-board = { $point } 不在 { $size } 的棋盘上
error-forbidden = { $point } 是黑方禁手：{ $foul }
error-may-not-pass = { $side }方不能停一手
error-has-moves = { $side }方有子可下，不能停一手
error-game-over = 对局已经结束
error-turns-no-disc = 下在 { $point } 翻不了子
error-wrong-side = { $side }方下 { $move }，但轮到的是 { $other }
error-played-twice = { $point } 下了两次
error-no-point = “{ $text }”处不是坐标
error-unforced-pass = 有子可下却停了一手
error-board-size = 不支持 { $size } 的棋盘（应为 { $expected }）
error-expected = { $what }“{ $value }”无效（应为 { $expected }）
error-unknown-key = 未知的{ $what }“{ $value }”（应为 { $expected }）
error-unknown-format = 不知道“{ $value }”是什么格式（请用 --to 指定，或用这些后缀：{ $expected }）
error-unexpected-end = { $what }提前结束（应为 { $expected }）
error-result = 记录的结果与盘面不符
error-no-game = 没有棋谱
error-no-such-game = 没有第 { $number } 局
error-row-without-moves = 这一行没有着手
error-two-weights = --weights 给同一种棋指定了两个文件
error-not-a-file-of = 不是{ $title }文件
error-damaged = 文件已损坏或不完整
error-too-short = 文件太短：只有 { $found } 字节数据（应为 { $wanted }）
error-too-long = 文件太长：数据超过 { $wanted } 字节
error-database-version = 不支持第 { $version } 版数据库（应为第 { $wanted } 版）
error-database-damaged = 数据库中有损坏的记录
error-database-read-only = 数据库只能读，不能写
error-no-forbidden-points = { $variant } 没有禁手点（只有 renju 有）
error-picture = 无法绘制图片：{ $error }
error-terminal = 输出到文件时 --terminal 不起作用
error-needs-file = { $format } 格式要写到文件，不能是文件夹
error-wthor-files = WTHOR 由三个文件组成（请给出 games.wtb 这样的文件名）
error-interrupted = 已中断；再用 --out { $out } 运行即可继续
error-unusable = 有 { $count } 局不能用（{ $reason }）
error-more-faults = 另有 { $count } 局有错
error-skipped = 跳过了 { $count } 条不合法的记录
error-without = { $games }未保留{ $what }
error-not-written = { $games }未写入：{ $reason }
error-for-gomoku = 该格式只用于五子棋
error-for-othello = 该格式只用于黑白棋
error-no-start-positions = 该格式不能保存起始局面
error-only-15 = 该格式的棋盘是 15x15
error-differs = 解得 { $found }，文件中是 { $given }
error-option-has-no-effect = 错误：--{ $option } 写在 { $command } 之前不起作用，{ $again } 的选项要写在它后面
error-option-for = 错误：--{ $option } 只用于 { $game }
error-for-game = --{ $option } 只用于 { $game }
error-proto-for = proto={ $proto } 只用于 { $game }
error-exclude = { $one } 与 { $other } 不能同时使用
error-swap2-excludes = --swap2 不能与 --openings、--generate 同时使用
error-swap2-gtp = GTP 没有 --swap2 对应的命令
error-few-engines = 比赛至少要两个引擎，现有 { $count } 个
error-test-of-two = --sprt 只比较两个引擎，现有 { $count } 个
error-same-name = 两个引擎都叫“{ $name }”：请用 name= 区分
error-no-command = { $protocol } 没有 { $key }= 对应的命令：请用 { $instead }
error-needs = --{ $option } 需要 { $key }=
error-lacks-command = 有一个引擎缺少 cmd=
error-given-twice = { $key }= 重复
error-option-twice = option.{ $key }= 重复（proto=gomocup 时不允许）
error-no-limit = 有一个引擎没有限制（应为 { $expected }）
error-increment = “{ $text }”：每手加时须与全局时限一起使用
error-cannot-start = 无法启动“{ $command }”：{ $error }
error-in-use-by-match = 正被另一场比赛使用
error-in-use = 正被使用
error-other-plan = 属于另一场比赛，这些选项不同：{ $options }（请换一个 --out，或使用相同的选项）
error-other-run = 属于另一次运行（应使用相同的选项，或换一个 --out）
error-first-line-missing = 缺少第一行
error-game-twice = 第 { $number } 局重复
error-game-of-another = 第 { $number } 局不属于本场比赛
error-moves-disagree = 着法、用时与开局手数的数目不一致
error-reports-disagree = 着法与评分的数目不一致
error-unknown = 未知的{ $what }“{ $value }”
error-invalid = { $what }“{ $value }”无效
error-version = 未知的格式版本 { $found }（应为 { $wanted }）
error-nothing-to-merge = 没有可以合并的部分
error-game-in-both = 第 { $number } 局同时出现在 { $one } 和 { $other } 中
error-cannot-write-report = 无法写出报告：{ $error }
error-cannot-write-progress = 无法写出进度：{ $error }
error-illegal-opening = 记录中的第 { $number } 个开局不合规则
error-no-opening = 没有找到开局
error-gave-up = 最近 { $drawn } 个开局都不是新的均衡开局，此前找到 { $found } 个（请放宽 band，或增加 plies）
error-sprt-elo = elo0 { $low } 应小于 elo1 { $high }，两者都在 ±{ $most } 以内
error-sprt-rate = { $name } { $value } 不在 0 与 0.5 之间
error-only-expected = 应为 { $expected }
error-offsets = 偏移无效（应为 { $expected }）
error-unknown-check = --only: 没有“{ $name }”这项检查（见 --list）
error-book-unknown = 开局库中没有这个局面
error-position-empty = --position 是空的
error-not-with-protocol = --protocol { $protocol } 下 { $game } 不能使用 { $option }
error-no-wthor = 没有 WTHOR 文件头
error-no-renlib = 没有 RenLib 文件头
error-too-many-pixels = { $pixels } 像素太多
error-without-pictures = 本程序不含 PNG、GIF 和终端图形（应为 { $expected }）
error-ends-early = 文件在第 { $found } 局后中断，应有 { $wanted } 局
error-sets-up = { $what } 摆出局面，不是对局
error-not-yixin = 数据库已损坏，或不是 Yixin、Rapfi 的数据库
error-no-database = 没有数据库
error-not-common = option.{ $key } 不是常用设置
error-missing-field = 缺少{ $what }
foreign-not-found = 文件或文件夹不存在
foreign-denied = 没有权限
foreign-is-folder = 这是一个文件夹
foreign-not-folder = 这不是文件夹
foreign-no-space = 磁盘空间不足
foreign-exists = 文件已存在
foreign-unexpected-argument = 错误：不认识参数“{ $argument }”
foreign-unrecognized-subcommand = 错误：没有“{ $argument }”这个子命令
foreign-invalid-value = 错误：“{ $value }”不能用作 { $option } 的值
foreign-invalid-value-because = 错误：“{ $value }”不能用作 { $option } 的值：{ $reason }
foreign-not-in-range = { $value } 不在 { $range } 的范围内
foreign-value-required = 错误：{ $option } 后面缺少值
foreign-missing = 错误：缺少以下必需的参数：
foreign-twice = 错误：{ $option } 只能出现一次
foreign-conflict = 错误：{ $option } 不能与 { $other } 同时使用

# Other texts, as patterns
what-value = 值
what-move = 着法
what-offset = 偏移
what-text = 文字
what-time-control = 时限
what-time = 时间
what-shard = 分片
what-length = 长度
what-band = 范围
what-size = 大小
what-board-size = 棋盘大小
what-square = 坐标
what-result = 结果
what-date = 日期
what-game = 棋种
what-key = 关键字
what-rule = 规则
what-format = 格式
what-parameter = 参数
what-word = 词
what-number-of-plies = 手数
what-level = 级别
what-report = 评分
what-reason = 原因
what-winner = 胜方
what-side-to-move = 轮走方
what-setting = 设置
what-protocol = 协议
expected-size = N 或 WxH，边长 5 到 22
expected-sides = 边长 5 到 22
expected-plies = N 或 N-M
expected-plies-example = N 或 N-M，如 { $example }
expected-number = 数字
expected-number-from = 不小于 { $least } 的数字
expected-number-range = { $least } 到 { $most } 的数字
expected-number-above = 大于 { $least }、不超过 { $most } 的数字
expected-empties = 最多 { $count } 个空格
expected-at-most = 最多 { $count }
expected-milliseconds-from = 不小于 { $least } 的毫秒数
expected-milliseconds = 毫秒数
expected-seconds = 秒数
expected-seconds-as = 秒数，如 180/5 或 60+0.5
expected-limit = 时限
expected-least = proto=edax 时不小于 { $least }
expected-command = 程序及其参数
expected-even = 偶数，因为每个开局下两次
expected-shard = i/n，i 从 1 到 n
expected-one-such = 形如 { $example }
expected-one-of = 其中之一：{ $names }
expected-parameter = { $game } 的参数，见 --list
expected-any = 其中之一：{ $names }
expected-move = 着法
expected-lower-first = 较低的评分在前
expected-range-of-plies = { $least } 到 { $most } 手
expected-comma = 偏移后的逗号
expected-game = 以“(;”开头的棋谱
expected-othello-moves = 黑白棋着法，如 f5d6
expected-or = { $names } 或 { $last }
expected-level = 1 到 10 级、每手用时（如 5s、500ms，最长一天）或深度（如 d8）
detail-overtime = 用了 { $used }，限 { $allowed }
detail-no-answer = { $wait } 内未回答 { $request }
detail-answered = 对 { $request } 的回答是 { $answer }
detail-refused = { $request } 被拒绝：{ $error }
detail-unasked = 未经请求的输出 { $text }
detail-no-swap2 = 其协议没有 swap2
detail-swap2 = SWAP2BOARD：应为 { $expected }，却是 { $found }
detail-resigned = { $side }方认输
detail-solved = { $side }方胜 { $discs } 子，剩 { $empty } 空
detail-solved-even = 平局，剩 { $empty } 空
detail-plies = { $plies } 手
detail-plies-discs = { $plies } 手，子数 { $discs }
detail-agreed = 连续 { $moves } 手，评分 { $score }
detail-agreed-one = 1 手，评分 { $score }
detail-agreed-after = 第 { $from } 手之后连续 { $moves } 手，评分 { $score }
detail-agreed-one-after = 第 { $from } 手之后 1 手，评分 { $score }
foreign-exit = 退出码 { $status }
foreign-exit-with = 退出码 { $status }：{ $error }
foreign-signal = 信号 { $signal }
foreign-signal-with = 信号 { $signal }：{ $error }
detail-closed = 关闭了输出
limit-game = { $seconds } 秒
limit-increment = { $seconds } 秒，每手加 { $increment } 秒
limit-move = 每手 { $seconds } 秒
limit-nodes = { $nodes } 节点
limit-depth = 深度 { $depth }
limit-none = 不限时
expected-three-stones = 三子
expected-stones = SWAP、一子或两子
expected-stone = SWAP 或一子
what-moves = 着法
what-rule-and-board = 规则和棋盘
what-names = 棋手姓名
what-times = 每手用时
what-result-off-board = 盘面以外的结果
what-ending = 终局方式
what-ending-reason = 终局原因
what-event = 赛事
what-round = 轮次
what-opening-marks = 开局着法的标记
what-variations = 变化
what-labels = 标记
what-comments = 注释
what-scores = 评分
what-properties = 其他属性
what-file = 文件
what-line = 行
what-board = 棋盘
number-one = 1 局
number-many = { $count } 局
expected-square = 第 { $square } 格（共 64 格）的 X、O 或 -
expected-side = 轮走方 X 或 O
expected-semicolon = 轮走方之后的“;”
expected-ggf = { $part }处的 *、O 或 -
expected-property = 属性、“;”、“(”或“)”
expected-open = { $name } 之后的“[”
expected-close = { $name } 的值之后的“]”
expected-header = 形如“{ $example }”的文件头
