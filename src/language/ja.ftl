# Sides and results
comma = 、
sentences = { $first }。{ $second }
black = 黒
white = 白
black-title = 黒
white-title = 白
gomoku = 五目並べ
othello = オセロ
freestyle = 禁手なし
standard = 標準ルール（長連は無効）
renju = 連珠
caro = カロ
caro-exact = カロ（五連のみ）
ends-with-row = { $side }の勝ち：五連 { $row }。
ends-with-discs = { $side }の勝ち：{ $most } 対 { $least }。
ends-level = 引き分け：{ $most } 対 { $least }。
ends-full-board = 満局、引き分け。
ends-without-hope = 引き分け：双方とも五連の見込みなし。
ends-resigned = { $loser }の投了、{ $winner }の勝ち。
ends-agreed = 引き分け。
ends-won = { $side }の勝ち。
ends-won-by = { $side }の { $discs } 石勝ち。
ends-unfinished = 終局していません。
event-round = { $event }、第 { $round } 局

# Analysis of games
analyze-game = 第 { $number } 局：{ $players }、{ $game }
analyze-game-alone = 第 { $number } 局：{ $game }
analyze-plies = { $count } 手
analyze-ply = 手数
analyze-side = 手番
analyze-move = 着手
analyze-before = 着手前
analyze-after = 着手後
analyze-loss = 損失
analyze-best = 最善
analyze-line = 読み筋
analyze-win-in = 勝ち { $plies }
analyze-loss-in = 負け { $plies }
analyze-pass = パス
analyze-missed = { $plies } 手の必勝を逃しました：{ $line }
analyze-allowed = 相手に { $plies } 手の必勝を許しました：{ $line }
analyze-forbidden = 黒の禁手：{ $point }、{ $reason }
analyze-fault = 棋譜は { $plies } 手目で終わっています：{ $fault }
analyze-moves = 手数
analyze-mean-loss = 平均損失
analyze-accuracy = 正確度
analyze-turning = 勝敗の分かれ目：{ $ply } 手目、{ $side } { $move }、{ $before } -> { $after }
analyze-unit-percent = 着手前・着手後：勝率（%）または必勝までの手数。損失：%。
analyze-unit-discs = 着手前・着手後・損失：石数。整数は最終石差、それ以外は推定値。
analyze-all = { $game }：{ $moves } 手、平均損失 { $mean }、正確度 { $accuracy }
analyze-total = { $games } 局、{ $nodes } ノード、{ $seconds } 秒

# The page of an analysis
page-analysis = 棋譜解析
page-game = 対局
page-summary = まとめ
page-graph = 形勢の推移（黒から見て）
page-blunders = 悪手
page-moves = 全着手
page-none = 悪手はありません。
page-better = 最善手：
page-answer = その後の最善の手順：
page-back = 実戦に戻る
page-forbidden = 禁手：
page-start = 開始局面
page-black-chance = 黒の勝率（%）
page-black-discs = 黒の石差
page-keys = キー：← → で一手ずつ、↑ ↓ で悪手から悪手へ、Esc で読み筋から実戦に戻ります。
page-exact = 証明済み
page-first = 最初（Home）
page-previous = 一手戻る（←）
page-next = 一手進む（→）
page-last = 終局（End）
page-hints = 最善手・評価値・禁点を表示
page-turning = 勝敗の分かれ目：

# Pictures
picture-title = { $game }、{ $ply } 手目
picture-best = 最善手：{ $moves }
picture-course = 黒の勝率：{ $chart }

# Playing at a terminal
play-welcome = { $game }。{ $black-side }：{ $black }。{ $white-side }：{ $white }。
play-you = あなた
play-engine = エンジン（{ $level }）
play-level-number = レベル { $number }
play-level-time = 1 手 { $seconds } 秒
play-level-short-time = 1 手 { $milliseconds } ミリ秒
play-level-depth = 深さ { $plies }
play-invitation = 着手（d3 など）または help を入力してください。
play-engine-waits = { $side }番、エンジンは待機中
play-engine-moves = { $side } { $move }
play-plies = { $count } 手
play-last = 前の手 { $move }
play-last-pass = 前の手はパス
play-to-move = { $side }番
play-passes = { $side }は打てる所がなく、パスです。
play-passes-forbidden = { $side }は禁点しか残っておらず、パスです。
play-no-moves = まだ着手がありません。
play-thinking = 考慮中：{ $state }
play-depth = 深さ { $plies }
play-book = 定石
play-seconds = { $seconds } 秒
play-score-win = { $plies } 手で勝ち
play-score-loss = { $plies } 手で負け
play-score-discs = { $discs } 石
play-score-exact = 最終 { $discs } 石
play-hint = ヒント：{ $move }（{ $depth }、{ $score }、{ $line }）
play-level-set = エンジンの強さ：{ $level }。
play-swapped = エンジンが{ $engine }番、あなたが{ $person }番になりました。
play-new-game = 新しい対局です。
play-undone = 待った：{ $moves }。
play-undo-nothing = 待ったのできる手がありません。
play-undo-nothing-yours = あなたの着手はまだありません。
play-undo-fewer = 待ったができるのは { $count } 手までです。
play-move-for-engine = エンジンは待機中です。代わりに着手を入力するか、go と入力してください。
play-another = もう一局打ちますか？ [y/n/analyze]
play-analyzing = 対局を解析しています……（Ctrl-C で中止）
play-analysis-stopped = 解析を中止しました。
play-setup = 局面編集
play-setup-turn = { $side }番です。
play-setup-help =
    x h8 i9 でその点に黒石、o h8 で白石を置き、- h8 で石を取り除きます。
    turn o で白番になります。clear で盤を空にし、done でこの局面から続行、
    cancel で元の対局に戻ります。
play-swap2 =
    Swap2：一方が黒・白・黒の三石を置きます。相手は黒番か白番を選ぶか、
    さらに白石と黒石を一つずつ置いて、選択を最初の側に委ねます。
play-swap2-not = Swap2 は五目並べの序盤の規則です。
play-swap2-place = Swap2、{ $side }石
play-swap2-help = 次の石を置く点、または quit を入力してください。
play-swap2-placed = エンジンの着手：{ $moves }。
play-swap2-choose = 黒番・白番、それとも二石を追加しますか？ [black/white/two]
play-swap2-choose-side = 黒番ですか、白番ですか？ [black/white]
play-swap2-chosen = Swap2：{ $player }{ $side }番です。
play-swap2-you = あなたが
play-swap2-engine = エンジンが
play-over-help =
    終局しています。y でもう一局、n で終了します。
    undo、swap、level、moves、board、result も使えます。
play-next-black = 次局はあなたが黒番です。
play-next-white = 次局はあなたが白番です。
play-next-alike = 双方とも同じ打ち手なので、交代の必要はありません。
play-saved = { $file } に保存しました
play-loaded = { $file } を読み込みました
play-unknown-ending = { $file }：拡張子は棋譜の形式のものにしてください：.psq、.sgf、.pos、.lib、.ggf、.txt。
play-file-exists = { $file } はすでにあります。別の名前にしてください。
play-file-failed = { $file }：{ $error }
play-needs-file = 「{ $command }」にはファイル名が必要です：{ $command } game.sgf。
play-not-saved = { $folder } に保存できませんでした：{ $error }
play-going-on = 対局中です。
play-off-board = { $point } は盤の外です。列は a から { $last }、行は 1 から { $rows } です。
play-forbidden = { $point } は禁点（{ $foul }）です。「why { $point }」で理由を表示します。
play-would-make = { $point } は{ $foul }になります：
play-occupied = { $point } には{ $side }石があります。
play-blocked = { $point } には打てません。
play-may-not-pass = { $side }はパスできません。
play-no-flip = { $point } では石を返せません。
play-not-forbidden = { $point } は禁点ではありません。
play-nothing-forbidden = オセロに禁手はありません。
play-over = 終局しています。
explained = { $foul }：{ $shapes }
play-foul-overline = 長連
play-foul-double-four = 四々
play-foul-double-three = 三々
play-shape-overline = 長連（{ $count } 連）：{ $stones }
play-shape-four = 四：{ $stones }（{ $points } で五連）
play-shape-three = 三：{ $stones }（{ $points } で達四）
play-not-understood = 「{ $text }」は着手でもコマンドでもありません。help で説明を表示します。
play-no-argument = 「{ $command }」に引数は不要です（「{ $text }」が余分です）。
play-needs-number = 「{ $command }」には 1 以上の手数を指定してください（「{ $text }」は不可）。
play-needs-point = 「{ $command }」には点が必要です：{ $command } h8。
play-no-such-point = 「{ $text }」という点はありません。列も行も 1 から数えます。
play-no-such-level =
    「{ $text }」というレベルはありません。1 から 10、一手の時間
    （5s、500ms、一日まで）、または深さ（d8）を指定してください。
play-nothing-asked = いま質問はありません。help で説明を表示します。
play-help =
    着手は列の文字と行の数字（h8）、または 1 から数えた列と行（8 8、8,8）で
    入力します。最後の石、黒の禁点、オセロの打てる点には印が付きます。

      undo        あなたの直前の手と応手を取り消す。繰り返すとさらに戻る
      undo N      双方の最後の N 手を取り消す。エンジンはその後待機する
      go          手番の側をエンジンに打たせる
      hint        手番の側の最善手を表示する
      hint N      最善の N 手を勝率とともに表示する。どちらもレベルに
                  かかわらず最強で考える
      swap        交代する。手番の側をエンジンが引き継ぐ
      level L     レベル 1 から 10、時間（5s、500ms）、深さ（d8）で打つ
      why h8      その点が禁手になる理由
      moves       これまでの着手
      result      終局したかどうかと、その結果
      board       盤を描き直す
      lines       線のある盤。wide、narrow：文字だけの盤
      save FILE   保存する：.psq、.sgf、.pos、.lib、.ggf、.txt
      load FILE   どの形式の棋譜からでも対局を続ける
      analyze     各着手の評価。analyze FILE.html でページも書き出す
      setup       石を置き、手番を選ぶ
      swap2       序盤 swap2 で五目並べを新しく始める
      resign      投了する
      new         この対局をやめて新しく始める
      quit        終了する

# Started without arguments at a terminal
greet = Tengen { $version }：五目並べとオセロのエンジンです。
greet-help =
      tengen play     エンジンと対局する。ここで Enter を押すと五目並べを始める
      othello         オセロを打つ。ほかに standard、renju、caro
      help または ?   オプションとサブコマンド
      quit            終了する

    それ以外の行は Gomocup プロトコルのコマンドとして扱います（Piskvork などの
    対局管理プログラムが使うもの）。

# Puzzles
puzzle-title = 詰連珠・詰オセロ
puzzle-task-win = { $side }先、勝ち
puzzle-task-best = { $side }番、最善手は
puzzle-place = { $file }、第 { $game } 局、{ $ply } 手目の後。
puzzle-win-in = この手だけが勝ち、{ $plies } 手。
puzzle-discs = 最終石差 { $score }、ほかの手では最大 { $second }。
puzzle-seen = 深さ { $depth } の探索で見つかります。
puzzle-unseen = 浅い探索では見つかりません。
puzzle-solution = 正解：{ $line }
puzzle-solutions = 正解
puzzle-limited = ほかの手の一部は、探索の範囲内でのみ否定されています。
puzzle-total = { $games } 局から { $puzzles } 問、重複 { $repeated } 問、{ $seconds } 秒
puzzle-left-out = { $count } 問は局面ファイルに含まれません。ファイルに入るのは一種類のゲームだけで、五目並べの石は黒白交互でなければなりません
puzzle-loses = { $side }が { $plies } 手で勝ちます。
puzzle-no-win = { $side }がこう応じると、もう勝ちは見つかりません。
puzzle-score = 最終石差は { $score } になります。
puzzle-choice = 問題
puzzle-your-move = あなたの番です。盤をクリックしてください。
puzzle-on = 正解！続けてください。
puzzle-elsewhere = 正解の続きは別の所です。この手は調べられていません。
puzzle-right = 正解
puzzle-solved = 解けました！
puzzle-solved-count = 正解数：
puzzle-wrong = 失敗。この受けがあります：
puzzle-illegal = そこには打てません。
puzzle-forbidden = 禁手
puzzle-again = もう一度（r）
puzzle-show = 正解を見る（s）
puzzle-previous = 前の問題（p）
puzzle-next = 次の問題（n）
puzzle-back = 一手戻る（,）
puzzle-forth = 一手進む（.）
puzzle-keys = キー：矢印で盤上のカーソルを動かし、Enter で打ちます。コンマとピリオドで手順を前後に進めます。
puzzle-made-by = Tengen が見つけた問題です。どの着手にも応手があります。

# Matches
match-left = 残り { $games } 局、{ $time }
match-left-about = 残り約 { $games } 局、{ $time }
match-left-at-most = 残り最大 { $games } 局、{ $time }
match-openings = 序盤 { $known }/{ $planned }
match-report = レポート：{ $path }
time-seconds = { $count } 秒
time-minutes = { $count } 分
time-hours = { $count } 時間
match-repeating = 注意：{ $openings } 個の序盤をすべて使い切りました。持ち時間のないエンジンは以後同じ対局を繰り返すことがあり、新しい証拠にはなりません（序盤を増やすには --generate count= か --images）
match-game = 第 { $number } 局：{ $black } - { $white } { $result } { $ending }（{ $plies } 手）
match-resumed = 再開：{ $planned } 局中 { $played } 局を終了
match-interrupted = 中断しました。--out { $out } でもう一度実行すると再開します
time-milliseconds = { $count } ミリ秒
count-games = { $count } 局
count-threads = { $count } スレッド

# Progress bars
bar-games = { $done }/{ $all } 局、残り { $left }
bar-positions = { $done }/{ $all } 局面、残り { $left }
bar-plies = { $done }/{ $all } 手、残り { $left }
bar-steps = { $done }/{ $all } ステップ、残り { $left }
bar-openings = { $done }/{ $all } 序盤、残り { $left }

# Position databases
db-on-disk = { $count } 局面をディスクに書き込みました
db-read = { $read } 局面を読み込み、{ $changed } 局面を変更しました
db-size = { $positions } 局面、{ $bytes } バイト
db-positions = { $count } 局面
db-repaired = ファイルが破損していたため修復しました
db-misplaced = { $count } 局面：対称形のキーに登録されています
db-unmarked = { $count } 局面：勝つ手があるのに負けの印がありません
db-contradicted = { $count } 局面：勝つ手があるのに別の結果の印があります
db-fixed = { $count } 件を修正しました

# Training and the opening book
datagen-progress = { $games }：黒勝ち { $black }、引き分け { $drawn }、白勝ち { $white }；1 局平均 { $moves } 手；{ $positions } 局面；{ $speed } 局/時、{ $pace } 局面/時
tune-games = { $what }：{ $games }
tune-unit = 評価値：オッズ e 対 1 は { $unit }
tune-samples = { $what }：サンプル { $training }、検証用 { $validation }
tune-scale = { $what }：初期値を { $scale } 倍
tune-epoch = { $what } { $number }：{ $training }、検証 { $validation }
tune-policy-rates = { $loss } 首位 { $first } % 3 位以内 { $near } %
tune-worse = （悪化：エポック { $epoch } を採用）
tune-value = 評価
tune-policy = 着手
tune-stage = ステージ { $number }
tune-network = ネットワーク
tune-errors = { $what }：平均誤差 { $mean } 石、二乗平均平方根 { $square } 石
tune-differences = 深さどうしの差 { $midgame } 件、終局との差 { $endgame } 件
tune-factors = 係数：中盤 { $midgame } 終盤 { $endgame }
tune-midgame = 空き { $empty } マス、深さ { $deep } と { $shallow }：{ $discs } 石
tune-endgame = 空き { $empty } マス、終局と深さ { $shallow }：{ $discs } 石
tune-step = ステップ { $number }：{ $result }
book-summary = { $positions } 局面（ほかに末端 { $leaves } 局面）、探索の深さ { $depth }、最善手との差 { $discs } 石以内の手を収録；最善手順 { $plies } 手：{ $line }

# Why games end
reason-five = 五連
reason-full-board = 満局
reason-dead-draw = 五連の見込みなし
reason-discs = 石数
reason-solved = 読み切り
reason-move-limit = 手数制限
reason-agreed-win = 双方の評価による勝ち
reason-agreed-draw = 双方の評価による引き分け
reason-resignation = 投了
reason-no-start = 起動せず
reason-occupied = 石のある点への着手
reason-forbidden = 禁手
reason-illegal = 反則
reason-overtime = 時間切れ
reason-silence = 応答なし
reason-crash = 異常終了
reason-garbage = 不正な応答

# The report of a match as text
text-title-two = { $first } 対 { $second } の結果（{ $what }、{ $planned } 局中 { $games } 局）
text-title-round-robin = { $count } エンジンの総当たり戦の結果（{ $what }、{ $planned } 局中 { $games } 局）
text-title-gauntlet = { $first } 対 { $count } エンジンのガントレットの結果（{ $what }、{ $planned } 局中 { $games } 局）
text-games = 対局：{ $games }、勝ち：{ $wins }、負け：{ $losses }、引き分け：{ $draws }、得点：{ $points }（{ $share } %）
text-pairs = 五項分布（0～2 点）：{ $counts }、対局の組：{ $pairs }
text-margin = 石差：一局平均 { $margin } 石、{ $games } 局
text-accepted = { $found } を採択
text-rank = 順位
text-name = エンジン
text-wdl = 勝-分-負
text-black = 黒番：{ $results }（{ $share } %）、平均 { $plies } 手
text-endings = 終局の理由：{ $endings }
text-times = 時間
text-mean-ms = 平均 ms
text-worst-ms = 最長 ms
text-in-game = 対局
text-faults = { $name } の違反：{ $faults }
text-fault = 第 { $game } 局：{ $fault }
text-more-faults = ほかに第 { $games } 局

# The report of a match as a page
report-page = 対戦レポート
report-footer = Elo 差は「正規化」とある場合を除きロジスティックです。± と誤差線は 95 % 区間です。対局は 1 から数えます。
report-title-two = { $first } 対 { $second }
report-title-gauntlet = { $first } 対 { $count } 相手
report-title-many = { $count } エンジンの対戦
report-games-of = { $planned } 局中 { $games } 局
report-no-game = まだ終わった対局がありません。
report-verdict-gauntlet = { $name } は { $count } 相手に { $games } 局で { $points } 点（{ $share }）です。
report-verdict-leads = { $name } が { $games } 局で { $points } 点（{ $share }）を挙げて首位です：Elo は全エンジンの平均より { $elo } 上。
report-verdict = { $claim }：Elo { $elo }{ $test }。
report-sprt-accepted = （SPRT は { $found } を採択）
report-sprt-undecided = （SPRT は未決、LLR { $llr }）
report-is-ahead = { $first } がここまで { $second } をリード
report-is-behind = { $first } はここまで { $second } に遅れ
report-is-stronger = { $first } は { $second } より強い
report-is-weaker = { $first } は { $second } より弱い
report-is-unclear = { $first } と { $second } の差はまだはっきりしません
report-is-not-weaker = { $first } は { $second } より弱くない
report-may-be-weaker = { $first } は { $second } より弱い可能性があります
report-is-no-improvement = { $first } は { $second } からの明らかな進歩ではありません
report-games = 対局
report-game = ゲーム
report-number = 局
report-of-planned = 予定 { $planned } 局 · { $share }
report-of-at-most = 最大 { $planned } 局 · { $share }
report-lost-by-fault = 違反負け
report-fault-kinds = 異常終了・時間切れ・反則
report-elo-difference = Elo 差
report-interval = { $low } ～ { $high }（95 %）
report-points-of-games = { $games } 局で { $points } 点
report-score = 得点率
report-los-note = { $name } の方が強い確率
report-accepted = { $found } を採択
report-undecided = 未決
report-margin = 石差
report-margin-note = 一局平均の石差、{ $count } 局
report-first = 一位
report-second = 二位
report-drawn-games = 引き分け
report-what = 項目
report-value = 値
report-conditions = 条件
report-engines = エンジン
report-tournament = 対戦
report-format = 方式
report-round-robin = 総当たり戦
report-gauntlet = ガントレット：先頭のエンジン対ほかの全エンジン
report-test = 検定
report-played = 対局日時
report-sprt = { $scale } Elo [{ $low }, { $high }] の SPRT、{ $evidence }単位、α { $alpha }、β { $beta }
report-by-pairs = 対局の組
report-by-games = 対局
report-logistic = ロジスティック
report-normalized = 正規化
report-time = 持ち時間
report-command = コマンド
report-settings = 設定
report-tolerance = 許容 { $time }
report-fresh = 対局ごとに新しいプロセス
report-whole-positions = 局面全体を送信（BOARD）
report-openings = 序盤
report-openings-of = { $name } の { $count } 個
report-openings-generated = 自動生成 { $count } 個
report-openings-random = 、無作為の順
report-openings-images = 、対称形を含む
report-tolerances = 許容時間
report-adjudication = 判定
report-dead-draw = どちらも五連ができなくなれば引き分け
report-solve = 空き { $empties } マスで読み切り
report-most-plies = { $plies } 手で打ち切り
report-agreed-win = 双方の評価が一致すれば勝ち：{ $rule }
report-agreed-draw = 双方の評価が一致すれば引き分け：{ $rule }
report-shard = 分担
report-concurrency = 同時対局数
report-seed = 乱数の種
report-referee = 審判
report-elo-above = { $elo } より上
report-elo-below = { $elo } より下
report-elo-unbounded = { $elo }、限界なし
report-whiskers = 誤差線は 95 % 区間です。矢印は端が開いていることを示します。
report-table = 順位表
report-table-note = Elo は全エンジンの平均を基準とします。
report-crosstable = 対戦表
report-crosstable-note = 行のエンジンから見た、列のエンジンとの勝ち・分け・負け。
report-strength = 強さ
report-elo-of-all = 全体の平均を基準とした Elo
report-elo-of-two = { $first } の { $second } に対する Elo
report-elo-of-one = { $first } の Elo、相手：
report-engine = エンジン
report-points = 得点
report-points-of-all = 全エンジンの得点
report-wdl = 勝ち・分け・負け
report-balance = 序盤の均衡
report-balance-note = 黒白どちらの得点率も 50 % なら、序盤は均衡しています。
report-all-results = 結果
report-as-black = 黒番
report-as-white = 白番
report-won = 勝ち
report-drawn = 分け
report-lost = 負け
report-results = { $won } 勝 { $drawn } 分 { $lost } 敗
report-pairs-note = 同じ序盤で色を入れ替えた { $pairs } 組の対局、{ $first } の得点。
report-pair-points = 一組の得点
report-pairs = 組
report-pentanomial = 対局の組（五項分布）
report-colour = 色
report-elo-over-games = Elo の推移
report-elo-over-games-note = 線：その局数までの推定値。帯：その 95 % 区間。
report-llr = 逐次検定
report-llr-note = 対数尤度比がどちらかの限界を越えると検定は終わります。
report-llr-of-two = { $first } 対 { $second } の対数尤度比
report-lead = リードの推移
report-lead-note = { $first } の得点から { $second } の得点を引いたもの。
report-course = 経過
report-axis-games = 局
report-axis-points = 点
report-axis-plies = 手数（以上）
report-axis-time = 時間（以上）
report-axis-moves = 着手数
report-pace = 時間と手数
report-times = 一手の時間
report-times-note = 序盤の手とパスは数えません。
report-times-of = { $name } の時間
report-logarithmic = 区間は 1、2、5、10 …… と広がります（対数目盛）。
report-moves = 着手数
report-mean = 平均
report-longest = 最長
report-in-game = 対局
report-lengths = 対局の手数
report-mean-plies = 平均 { $plies } 手。
report-endings = 終局の理由
report-reasons = 理由
report-reasons-note = 理由と勝者ごとの局数。違反には印があります。
report-reason = 理由
report-won-by = { $name } の勝ち
report-fault = 違反
report-detail = 詳細
report-ply = 手数
report-faults = 違反負け：{ $count } 局
report-more-faults = ほかに違反 { $count } 件
report-shortest-win = 最短の勝ち
report-first-fault = 最初の違反
report-largest-margin = 最大の石差
report-first-draw = 最初の引き分け
report-longest-game = 最長の対局
report-last-game = 最後の対局
report-first-loss = { $name } の最初の負け
report-all-games = 全対局
report-telling = 注目の対局：
report-left-out = ここには最後の対局だけがあり、それ以前の { $count } 局は省かれています。
report-all = すべて
report-none = なし
report-draw = 引き分け
report-result = 結果
report-opening = 序盤
report-length = 手数
report-from = 手数の下限
report-to = 手数の上限
report-plies = 手数
report-shown = { $games } 局中 { $shown } 局
report-more = さらに表示
report-keys = キー：← → で一手ずつ、↑ ↓ で対局を切り替え、Home と End で最初と最後へ。
report-start = 開始局面
report-depth = 深さ { $depth }
report-curves = 双方のエンジンの評価値
report-curves-note = エンジンの申告した値を黒から見て、それぞれの単位で示します。+ は黒が有利です。申告のない所には何も描かれません。
report-blunders = 悪手
report-no-blunders = エンジン自身の評価値では、ありません。
report-blunder-both = 双方のエンジンが認識
report-blunder-own = エンジン自身が後に認識
report-blunder-opponent = 相手が認識
report-own = 自分の評価値
report-opponent = 相手の評価値
report-blunders-note = 解析ではなく、エンジンの申告によるものです。次の自分の手までに自分の評価値が下がった（?）、応手で相手の評価値が上がった（?）、またはその両方（??）で、その幅が勝率 25 %（p 点は 1 / (1 + exp(-p / 2.66)) で換算）または 6 石のものです。

# Messages of errors: see language/errors.rs. The English texts are patterns of what the program says.
error-in = { $file }: { $error }
error-question = { $error }。もしかして「{ $name }」ですか？
error-in-line = { $file }: { $line } 行目：{ $error }
error-in-column = { $file }: { $line } 行目 { $column } 文字目：{ $error }
error-in-numbered-line = { $file }: { $line } 行目 { $column } 文字目：{ $error }
error-in-line-only = { $line } 行目：{ $error }
error-in-byte = { $file }: { $byte } バイト目：{ $error }
error-in-game = { $file }: 第 { $game } 局：{ $error }
error-in-move = { $number } 手目：{ $error }
error-occupied = { $point } には{ $side }石があります
error-blocked = { $point } には打てません
error-off-board = { $point } は { $size } の盤の外です
error-forbidden = { $point } は黒の禁手です：{ $foul }
error-may-not-pass = { $side }はパスできません
error-has-moves = { $side }には打てる所があるので、パスできません
error-game-over = 終局しています
error-turns-no-disc = { $point } では石を返せません
error-wrong-side = { $side }の { $move } ですが、{ $other }の番です
error-played-twice = { $point } に二度打たれています
error-no-point = 「{ $text }」の所に点がありません
error-unforced-pass = 打てる所があるのにパスしています
error-board-size = 盤の大きさ { $size } には対応していません（有効：{ $expected }）
error-expected = { $what }「{ $value }」が不正です（有効：{ $expected }）
error-unknown-key = 不明な{ $what }「{ $value }」です（有効：{ $expected }）
error-unknown-format = 「{ $value }」の形式が不明です（--to で指定するか、拡張子を次のどれかにしてください：{ $expected }）
error-unexpected-end = { $what }が途中で終わっています（必要：{ $expected }）
error-result = 結果が盤面と一致しません
error-no-game = 棋譜がありません
error-no-such-game = 第 { $number } 局はありません
error-row-without-moves = この行には着手がありません
error-two-weights = --weights に同じゲームのファイルが二つあります
error-not-a-file-of = { $title } のファイルではありません
error-damaged = ファイルが壊れているか、途中で切れています
error-too-short = 短すぎます：数値データが { $found } バイト（{ $wanted } バイト必要）
error-too-long = 長すぎます：数値データが { $wanted } バイトを超えています
error-database-version = データベースの版 { $version } には対応していません（必要：{ $wanted }）
error-database-damaged = データベースに壊れたレコードがあります
error-database-read-only = データベースは読み取り専用です
error-no-forbidden-points = { $variant } に禁点はありません（あるのは renju だけです）
error-picture = 画像を描けません：{ $error }
error-terminal = ファイルに出力するとき --terminal は無効です
error-needs-file = { $format } はフォルダではなくファイルに書き込みます
error-wthor-files = WTHOR は三つのファイルからなります（games.wtb のような名前を指定してください）
error-interrupted = 中断しました。--out { $out } でもう一度実行すると再開します
error-unusable = 使えない対局が { $count } 局あります（{ $reason }）
error-more-faults = ほかに { $count } 局に誤りがあります
error-skipped = 不正な項目を { $count } 件飛ばしました
error-without = { $games }の{ $what }は保存されません
error-not-written = { $games }は書き込まれません：{ $reason }
error-for-gomoku = この形式は五目並べ用です
error-for-othello = この形式はオセロ用です
error-no-start-positions = この形式は開始局面を保存できません
error-only-15 = この形式の盤は 15x15 です
error-differs = 解は { $found } ですが、ファイルでは { $given } です
error-option-has-no-effect = エラー：--{ $option } は { $command } の前では無効です。{ $again } のオプションは後に書きます
error-option-for = エラー：--{ $option } は { $game } 用です
error-for-game = --{ $option } は { $game } 用です
error-proto-for = proto={ $proto } は { $game } 用です
error-exclude = { $one } と { $other } は同時に使えません
error-swap2-excludes = --swap2 は --openings や --generate と同時に使えません
error-swap2-gtp = GTP には --swap2 に当たるコマンドがありません
error-few-engines = 対戦には少なくとも二つのエンジンが必要です（現在 { $count }）
error-test-of-two = --sprt が比べるのは二つのエンジンです（現在 { $count }）
error-same-name = 二つのエンジンの名前がどちらも「{ $name }」です。name= で区別してください
error-no-command = { $protocol } には { $key }= に当たるコマンドがありません。{ $instead } を使ってください
error-needs = --{ $option } には { $key }= が必要です
error-lacks-command = cmd= のないエンジンがあります
error-given-twice = { $key }= が二度指定されています
error-option-twice = option.{ $key }= が二度指定されています（proto=gomocup では不可）
error-no-limit = 制限のないエンジンがあります（必要：{ $expected }）
error-increment = 「{ $text }」：加算には対局全体の持ち時間が必要です
error-cannot-start = 「{ $command }」を起動できません：{ $error }
error-in-use-by-match = 別の対戦が使用中です
error-in-use = 使用中です
error-other-plan = 別の対戦のものです。異なるオプション：{ $options }（別の --out か、同じオプションを指定してください）
error-other-run = 別の実行のものです（同じオプションか、別の --out を指定してください）
error-first-line-missing = 最初の行がありません
error-game-twice = 第 { $number } 局が二度あります
error-game-of-another = 第 { $number } 局はこの対戦のものではありません
error-moves-disagree = 着手・時間・序盤の手数の数が一致しません
error-reports-disagree = 着手と申告の数が一致しません
error-unknown = 不明な{ $what }「{ $value }」です
error-invalid = { $what }「{ $value }」が不正です
error-version = 不明な形式の版 { $found } です（必要：{ $wanted }）
error-nothing-to-merge = 統合するものがありません
error-game-in-both = 第 { $number } 局が { $one } と { $other } の両方にあります
error-cannot-write-report = レポートを書き込めません：{ $error }
error-cannot-write-progress = 進行状況を書き込めません：{ $error }
error-illegal-opening = 記録の { $number } 番目の序盤に反則があります
error-no-opening = 序盤が見つかりません
error-gave-up = 最近の { $drawn } 個の序盤に、新しくて均衡のとれたものはありませんでした。それまでに { $found } 個見つかっています（band を広げるか plies を増やしてください）
error-sprt-elo = elo0 { $low } は elo1 { $high } より小さく、どちらも ±{ $most } 以内でなければなりません
error-sprt-rate = { $name } { $value } は 0 から 0.5 の間でなければなりません
error-only-expected = 有効：{ $expected }
error-offsets = オフセットが不正です（必要：{ $expected }）
error-unknown-check = --only: 検査「{ $name }」はありません（--list で一覧）
error-book-unknown = 定石データにこの局面はありません
error-position-empty = --position が空です
error-not-with-protocol = { $game } の --protocol { $protocol } では { $option } を使えません
error-no-wthor = WTHOR のヘッダがありません
error-no-renlib = RenLib のヘッダがありません
error-too-many-pixels = { $pixels } 画素は多すぎます
error-without-pictures = このプログラムには PNG、GIF、端末の画像機能がありません（有効：{ $expected }）
error-ends-early = { $wanted } 局中 { $found } 局でファイルが終わっています
error-sets-up = { $what } は局面の設定で、対局ではありません
error-not-yixin = データベースが壊れているか、Yixin や Rapfi のものではありません
error-no-database = データベースがありません
error-not-common = option.{ $key } は一般的な設定ではありません
error-missing-field = { $what }がありません
error-book-depth = 定石データの探索の深さは { $depth } です
error-book-margin = 定石データには最善手との差が { $discs } 石以内の手が入っています
error-fewest-discs = 種類「{ $type }」は石の少ない方が勝ちのゲームです
error-lz4 = LZ4 データが壊れています
error-not-on-board = { $point } は盤の外です
error-score-contradicted = 黒の石数 { $score } が盤面と一致しません
error-game-too-long = 対局が { $count } MiB を超えています
error-ends-in-move = ファイルが着手の途中で終わっています
error-move-before-off-board = 前の手が盤の外です
error-no-place-in-tree = 節点が木の中に位置を持ちません
error-off-15 = 着手が 15x15 の盤の外です
error-result-named = 結果「{ $text }」が盤面と一致しません
error-result-differs = 結果は「{ $text }」ですが、盤面の結果は「{ $result }」です
error-late-setup = { $name } が対局開始後に局面を設定しています
error-fewer-names = 名前の数が宣言より少なくなっています
error-other-file = このゲームのファイルではないか、別の版のファイルです
error-games-are-text = 棋譜がテキスト形式です。--convert で圧縮形式に変換できます
error-checksum = チェックサムが一致しません
error-code = 符号が不正です：{ $error }
error-fields = フィールドが { $found } 個あります（{ $expected } 個が必要）
error-wrong-rule = { $rule } ではなく { $found } の対局です
error-illegal-move = { $number } 手目は反則です
error-opening-longer = 序盤が対局より長くなっています
error-more-values = 評価値が序盤以後の着手より多くなっています
error-not-over = 対局が終わっていません
error-final-score = 最終石差は { $score } です
error-moves-and-values = 着手と評価値の数が一致しません
error-moves-and-scores = 着手とスコアの数が一致しません
error-moves-and-opening = 着手・序盤の手数・スコアの数が一致しません
error-empty-command = コマンドが空です
foreign-not-found = ファイルまたはフォルダがありません
foreign-denied = 権限がありません
foreign-is-folder = フォルダです
foreign-not-folder = フォルダではありません
foreign-no-space = ディスクの空き容量がありません
foreign-exists = ファイルがすでにあります
foreign-unexpected-argument = エラー：不明な引数「{ $argument }」です
foreign-unrecognized-subcommand = エラー：サブコマンド「{ $argument }」はありません
foreign-invalid-value = エラー：「{ $value }」は { $option } の値として不正です
foreign-invalid-value-because = エラー：「{ $value }」は { $option } の値として不正です：{ $reason }
foreign-not-in-range = { $value } は { $range } の範囲にありません
foreign-value-required = エラー：{ $option } に値がありません
foreign-missing = エラー：次の必須の引数がありません：
foreign-twice = エラー：{ $option } は一度しか指定できません
foreign-conflict = エラー：{ $option } は { $other } と同時に使えません
foreign-possible-values = ［有効な値：{ $names }］
foreign-similar-value = ヒント：もしかして「{ $name }」ですか？
foreign-similar-argument = ヒント：もしかして「{ $name }」ですか？
foreign-similar-subcommand = ヒント：もしかして「{ $name }」ですか？
foreign-similar-values = ヒント：似た値があります：{ $names }
foreign-similar-arguments = ヒント：似た引数があります：{ $names }
foreign-similar-subcommands = ヒント：似たサブコマンドがあります：{ $names }
foreign-as-value = ヒント：「{ $text }」を値として渡すには「{ $usage }」と書きます
foreign-usage = 使い方：{ $usage }
foreign-more-information = 詳しくは --help をご覧ください。

# Other English texts that are translated as patterns
what-value = 値
what-move = 着手
what-offset = オフセット
what-text = 文字列
what-time-control = 持ち時間
what-time = 時間
what-shard = 分担
what-length = 長さ
what-band = 範囲
what-size = 大きさ
what-board-size = 盤の大きさ
what-square = 点
what-result = 結果
what-date = 日付
what-game = ゲーム
what-key = キー
what-rule = ルール
what-format = 形式
what-parameter = パラメータ
what-word = 語
what-number-of-plies = 手数
what-level = レベル
what-report = 申告
what-reason = 理由
what-winner = 勝者
what-side-to-move = 手番
what-setting = 設定
what-protocol = プロトコル
expected-size = N または WxH（5 から 22）
expected-sides = 一辺 5 から 22
expected-plies = N または N-M
expected-plies-example = N または N-M（例：{ $example }）
expected-number = 数
expected-number-from = { $least } 以上の数
expected-number-range = { $least } から { $most } までの数
expected-number-above = { $least } より大きく { $most } 以下の数
expected-empties = 空き { $count } マス以下
expected-at-most = { $count } 以下
expected-milliseconds-from = { $least } 以上のミリ秒数
expected-milliseconds = ミリ秒数
expected-seconds = 秒数
expected-seconds-as = 秒数（例：180/5、60+0.5）
expected-limit = 制限
expected-least = proto=edax では { $least } 以上
expected-command = プログラムと引数
expected-even = 偶数（どの序盤も二度打つため）
expected-shard = i/n（i は 1 から n）
expected-one-such = { $example } のような形
expected-one-of = { $names } のどれか
expected-parameter = { $game } のパラメータ（--list で一覧）
expected-any = { $names } のどれか
expected-move = 着手
expected-lower-first = 小さい方の値が先
expected-range-of-plies = { $least } から { $most } 手
expected-comma = オフセットの後のコンマ
expected-game = 「(;」で始まる棋譜
expected-othello-moves = f5d6 のようなオセロの着手
expected-or = { $names } または { $last }
expected-level = 1 から 10 のレベル、一手の時間（5s、500ms など、一日まで）、または深さ（d8 など）
detail-overtime = { $allowed } のところ { $used }
detail-no-answer = { $request } に { $wait } 以内の応答なし
detail-answered = { $request } への応答は { $answer }
detail-refused = { $request } が拒否されました：{ $error }
detail-unasked = 要求していない出力 { $text }
detail-no-swap2 = プロトコルに swap2 がない
detail-swap2 = SWAP2BOARD：必要なのは{ $expected }、応答は { $found }
detail-resigned = { $side }の投了
detail-solved = { $side }の { $discs } 石勝ち、空き { $empty }
detail-solved-even = 引き分け、空き { $empty }
detail-plies = { $plies } 手
detail-plies-discs = { $plies } 手、石数 { $discs }
detail-agreed = { $moves } 手続けて評価値 { $score }
detail-agreed-one = 1 手、評価値 { $score }
detail-agreed-after = { $from } 手目以後 { $moves } 手続けて評価値 { $score }
detail-agreed-one-after = { $from } 手目以後 1 手、評価値 { $score }
foreign-exit = 終了コード { $status }
foreign-exit-with = 終了コード { $status }：{ $error }
foreign-signal = シグナル { $signal }
foreign-signal-with = シグナル { $signal }：{ $error }
detail-closed = 出力を閉じました
limit-game = { $seconds } 秒
limit-increment = { $seconds } 秒、一手ごとに { $increment } 秒加算
limit-move = 一手 { $seconds } 秒
limit-nodes = { $nodes } ノード
limit-depth = 深さ { $depth }
limit-none = 無制限
expected-three-stones = 三石
expected-stones = SWAP、または一石か二石
expected-stone = SWAP または一石
what-moves = 着手
what-rule-and-board = ルールと盤
what-names = 対局者名
what-times = 一手ごとの時間
what-result-off-board = 盤外の結果
what-ending = 終局の種類
what-ending-reason = 終局の理由
what-event = 大会
what-round = 回戦
what-opening-marks = 序盤の手の印
what-variations = 変化
what-labels = ラベル
what-comments = コメント
what-scores = 評価値
what-properties = ほかの属性
what-file = ファイル
what-line = 行
what-board = 盤
number-one = 1 局
number-many = { $count } 局
expected-square = 64 マス中 { $square } マス目の X、O または -
expected-side = 手番を表す X または O
expected-semicolon = 手番の後の「;」
expected-ggf = { $part }の *、O または -
expected-property = 属性、「;」、「(」または「)」
expected-open = { $name } の後の「[」
expected-close = { $name } の値の後の「]」
expected-header = 「{ $example }」のようなヘッダ
