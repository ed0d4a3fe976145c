# Sides and results
comma = 、
black = 黒
white = 白
black-title = 黒
white-title = 白
gomoku = 五目並べ
othello = オセロ
freestyle = 禁手なし
renju = 連珠
