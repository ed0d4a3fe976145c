// The page: draws the board, takes moves from the mouse and the keyboard, and asks the engine in its worker.
//
// `game` holds the moves; the rules are the engine's, which describes each position (`game.position`).
"use strict";

const byId = (id) => document.getElementById(id);
const settings = () => ({
  rule: byId("rule").value,
  size: Number(byId("size").value),
  side: byId("side").value,
});

const RULES = {
  freestyle: "Five or more in a row win.",
  standard: "Exactly five in a row win.",
  renju: "Black needs exactly five and may not play double-threes, double-fours or overlines (marked ×). " +
    "White wins with five or more.",
  caro: "Five in a row win unless both ends are blocked by the opponent.",
  othello: "Enclose discs to turn them over. The side with more discs at the end wins.",
};

// ---- The engine ----

let compiled;
let worker;
// What to do with the replies to the requests that were sent, in order.
let waiting = [];

async function startWorker() {
  compiled ??= await WebAssembly.compile(decode(byId("wasm").textContent));
  worker?.terminate();
  waiting = [];
  worker = new Worker(URL.createObjectURL(new Blob([byId("worker").textContent])));
  worker.onmessage = ({ data }) => {
    if (data.done) {
      waiting.shift();
    } else {
      waiting[0]?.(data);
    }
  };
  worker.onerror = (event) => say("The engine failed: " + event.message);
  worker.postMessage(compiled);
}

function decode(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function ask(what, onReply) {
  const { rule, size } = game;
  waiting.push(onReply);
  worker.postMessage({ do: what, rule, size, moves: game.moves.join(" "), ...game.limits });
}

// ---- The game ----

let game;
// The search in progress: its latest reply, and whether its move is to be played.
let search;
// The place that the arrow keys have chosen; null before the first of them.
let cursor;

function newGame() {
  game = { ...settings(), moves: [], position: null, hint: null };
  cursor = null;
  byId("rules").textContent = RULES[game.rule];
  show({ board: ".".repeat(side() ** 2), turn: "black", legal: [], forbidden: [], row: [] });
  showChance(null);
  byId("search").textContent = "";
  say(worker ? "" : "Loading the engine …");
  refresh();
  enableButtons();
}

const isOthello = () => game.rule === "othello";
const side = () => (isOthello() ? 8 : game.size);

function isEnginesTurn() {
  return game.side !== "both" && game.side !== game.position.turn;
}

// Counts the calls of `refresh`, so that replies to earlier ones can be ignored.
let refreshes = 0;

// Asks for the position after the moves, shows it, and lets the engine move if it is its turn.
async function refresh() {
  refreshes += 1;
  const mine = refreshes;
  if (search || !worker) {
    // A worker that searches hears nothing: end it.
    search = null;
    try {
      await startWorker();
    } catch (error) {
      say("The engine failed: " + error.message);
      return;
    }
    if (mine !== refreshes) {
      return;
    }
  }
  ask("show", (position) => {
    if (mine !== refreshes) {
      return;
    }
    if (position.error) {
      say(position.error);
      return;
    }
    game.position = position;
    show(position);
    if (position.over) {
      showEnd(position);
    } else if (position.pass) {
      say(`${name(position.turn)} has no move and passes.`);
      setTimeout(() => mine === refreshes && play("pass"), 900);
    } else if (isEnginesTurn()) {
      think(true);
    } else {
      say(`${name(position.turn)} to move.`);
    }
    enableButtons();
  });
}

function play(move) {
  game.hint = null;
  game.moves.push(move);
  search = null;
  refresh();
}

function think(isToPlay) {
  const mine = { isToPlay, reply: null };
  search = mine;
  game.limits = JSON.parse(byId("strength").value);
  say(`${name(game.position.turn)}: the engine is thinking …`);
  enableButtons();
  ask("search", (reply) => {
    if (search !== mine) {
      return;
    }
    if (reply.error) {
      say(reply.error);
      return;
    }
    mine.reply = reply;
    showSearch(reply);
    if (reply.best !== undefined) {
      finish();
    }
  });
}

// Ends the search with the best move so far.
function finish() {
  const { isToPlay, reply } = search;
  const move = reply?.best ?? reply?.line[0];
  if (!move) {
    return;
  }
  if (isToPlay) {
    game.hint = null;
    game.moves.push(move);
  } else {
    game.hint = move;
  }
  if (reply.best !== undefined) {
    search = null;
  }
  refresh();
}

// Goes back to the last position in which the player had a choice.
function undo() {
  const mover = () => (game.moves.length % 2 === 0 ? "black" : "white");
  const isOpponents = () => ["black", "white"].includes(game.side) && mover() !== game.side;
  let undone;
  do {
    undone = game.moves.pop();
  } while (game.moves.length > 0 && (undone === "pass" || isOpponents()));
  if (game.side === "none") {
    game.side = "both";
  }
  game.hint = null;
  refresh();
}

// ---- The display ----

const name = (color) => (color === "black" ? "Black" : "White");
const say = (text) => { byId("status").textContent = text; };

function showEnd({ winner, board }) {
  const count = (letter) => board.split(letter).length - 1;
  const discs = isOthello() ? `, ${count("X")} to ${count("O")}` : "";
  const who = game.side === winner ? "You win" : winner ? `${name(winner)} wins` : "The game is a draw";
  say(`${who}${discs}.`);
}

function showChance(black) {
  byId("black").style.width = `${100 * (black ?? 0.5)}%`;
  byId("chance-text").textContent =
    black === null ? "" : `Win chance: Black ${Math.round(100 * black)} %, White ${Math.round(100 - 100 * black)} %`;
}

function showSearch({ depth, nodes, ms, chance, line }) {
  if (chance !== null) {
    showChance(game.position.turn === "black" ? chance : 1 - chance);
  }
  const speed = ms > 0 ? `, ${Math.round(nodes / ms)} thousand a second` : "";
  const amount = nodes.toLocaleString("en");
  byId("search").textContent = `Depth ${depth}, ${amount} nodes${speed}. Line: ${line.slice(0, 8).join(" ")}`;
}

function enableButtons() {
  const isOpen = game.position && !game.position.over && !game.position.pass && !search && !isEnginesTurn();
  byId("board").classList.toggle("open", Boolean(isOpen));
  byId("hint").disabled = !isOpen;
  byId("now").disabled = !search;
  byId("undo").disabled = game.moves.length === 0;
}

const letter = (x) => String.fromCharCode(97 + x);
const point = (x, y) => `${letter(x)}${y + 1}`;
const place = (text) => ({ x: text.charCodeAt(0) - 97, y: Number(text.slice(1)) - 1 });

function show(position) {
  game.shown = position;
  const size = side();
  const parts = [isOthello() ? felt(size) : wood(size), coordinates(size), stones(position, size)];
  const last = game.moves.at(-1);
  if (last && last !== "pass") {
    parts.push(circle(place(last), 0.1, "last"));
  }
  parts.push(...position.row.map((at) => circle(place(at), 0.44, "row")));
  parts.push(...position.forbidden.map((at) => cross(place(at))));
  if (isOthello()) {
    parts.push(...position.legal.map((at) => circle(place(at), 0.1, "legal")));
  }
  if (game.hint && game.hint !== "pass") {
    parts.push(circle(place(game.hint), 0.4, "hint"));
  }
  if (cursor) {
    parts.push(`<rect class="cursor" x="${cursor.x - 0.46}" y="${cursor.y - 0.46}" width="0.92" height="0.92"/>`);
  }
  parts.push(cells(position, size));
  byId("at").textContent = cursor ? `${point(cursor.x, cursor.y)}: ${contents(position, size)}` : "";
  const board = byId("board");
  board.setAttribute("viewBox", `-1 -1 ${size + 1} ${size + 1}`);
  board.classList.toggle("othello", isOthello());
  board.innerHTML = parts.join("");
}

// What is on the point of the cursor.
function contents({ board, forbidden, legal }, size) {
  const at = point(cursor.x, cursor.y);
  const stone = { X: "Black", O: "White" }[board[cursor.y * size + cursor.x]];
  return stone ?? (forbidden.includes(at) ? "forbidden" : isOthello() && legal.includes(at) ? "playable" : "empty");
}

const circle = ({ x, y }, radius, style) => `<circle class="${style}" cx="${x}" cy="${y}" r="${radius}"/>`;
const segment = (x1, y1, x2, y2, style) =>
  `<line class="${style}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;
const range = (count) => Array.from({ length: count }, (_, index) => index);

function cross({ x, y }) {
  const r = 0.14;
  return segment(x - r, y - r, x + r, y + r, "forbidden") + segment(x - r, y + r, x + r, y - r, "forbidden");
}

function wood(size) {
  const end = size - 1;
  const lines = range(size).map((i) => segment(0, i, end, i, "line") + segment(i, 0, i, end, "line"));
  const near = size < 13 ? 2 : 3;
  const places = [near, end - near];
  const stars = places.flatMap((x) => places.map((y) => circle({ x, y }, 0.09, "star")));
  if (size % 2 === 1) {
    stars.push(circle({ x: end / 2, y: end / 2 }, 0.09, "star"));
  }
  return background(size, "wood") + lines.join("") + stars.join("");
}

function felt(size) {
  const end = size - 0.5;
  const lines = range(size + 1).map((i) =>
    segment(-0.5, i - 0.5, end, i - 0.5, "felt-line") + segment(i - 0.5, -0.5, i - 0.5, end, "felt-line"));
  return background(size, "felt") + lines.join("");
}

const background = (size, style) =>
  `<rect class="${style}" x="-1" y="-1" width="${size + 1}" height="${size + 1}"/>`;

function coordinates(size) {
  const text = (x, y, what) => `<text class="coordinate" x="${x}" y="${y}">${what}</text>`;
  return range(size).map((i) => text(i, -0.74, letter(i)) + text(-0.74, i, i + 1)).join("");
}

function stones({ board }, size) {
  const styles = { X: "black", O: "white" };
  return range(size * size)
    .filter((i) => board[i] in styles)
    .map((i) => circle({ x: i % size, y: Math.floor(i / size) }, 0.43, styles[board[i]]))
    .join("");
}

function cells({ legal }, size) {
  const free = new Set(legal);
  return range(size * size).map((i) => {
    const [x, y] = [i % size, Math.floor(i / size)];
    const style = free.has(point(x, y)) ? "cell free" : "cell";
    return `<rect class="${style}" data-point="${point(x, y)}" x="${x - 0.5}" y="${y - 0.5}" width="1" height="1"/>`;
  }).join("");
}

// ---- Input ----

function choose(at) {
  if (at && byId("board").classList.contains("open") && game.position.legal.includes(at)) {
    byId("board").classList.remove("open");
    play(at);
  }
}

// Moves the cursor, from the middle at first.
function moveCursor(dx, dy) {
  const size = side();
  const middle = Math.floor(size / 2);
  const within = (at) => Math.min(Math.max(at, 0), size - 1);
  cursor = cursor ? { x: within(cursor.x + dx), y: within(cursor.y + dy) } : { x: middle, y: middle };
  show(game.shown);
}

const chooseCursor = () => cursor && choose(point(cursor.x, cursor.y));
const KEYS = {
  ArrowLeft: () => moveCursor(-1, 0),
  ArrowRight: () => moveCursor(1, 0),
  ArrowUp: () => moveCursor(0, -1),
  ArrowDown: () => moveCursor(0, 1),
  Enter: chooseCursor,
  " ": chooseCursor,
};

byId("board").addEventListener("click", ({ target }) => choose(target.dataset?.point));
byId("board").addEventListener("keydown", (event) => {
  const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
  if (isPlain && KEYS[event.key]) {
    event.preventDefault();
    KEYS[event.key]();
  }
});
byId("settings").addEventListener("submit", (event) => {
  event.preventDefault();
  newGame();
});
byId("rule").addEventListener("change", () => {
  byId("size").disabled = byId("rule").value === "othello";
});
byId("undo").addEventListener("click", undo);
byId("now").addEventListener("click", () => search && finish());
byId("hint").addEventListener("click", () => think(false));

newGame();
