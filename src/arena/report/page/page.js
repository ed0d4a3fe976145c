// The games of a match: filters, a list, a board to step through, the scores that the engines reported.
const PAGE = 100;
const FIELDS = ["number", "black", "white", "winner", "reason", "detail", "opening", "moves", "said", "ms", "steps"];
const words = (text) => (text ? text.split(" ") : []);
/** A text with its variables, written as {$name}, filled in. */
const fill = (key, values) => say(key).replace(/\{\$(\w+)\}/g, (_, name) => values[name]);

const SIDES = ["b", "w"];
/** The side that moves at a ply, counted from 0: 0 is Black. */
const sideAt = (ply) => ply % 2;

const games = data.games.map((fields) => {
  const game = Object.fromEntries(FIELDS.map((name, index) => [name, fields[index]]));
  game.moves = words(game.moves);
  game.openingText = game.moves.slice(0, game.opening).join(" ");
  return game;
});

/** The score and the depth of a word such as 35/12, M5/8, -M4; the score is from the side that moves. */
const readReport = (word) => {
  const [score, depth] = (word ?? "-").split("/");
  const win = /^(-?)M(\d+)$/.exec(score);
  if (win) return { score: win[1] ? -Infinity : Infinity, text: score, depth };
  if (score === "" || !Number.isFinite(Number(score))) return { score: null, depth };
  const value = Number(score) / 100;
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  return { score: value, text: sign + Math.abs(value).toFixed(2), depth };
};

/** What is not needed for the list, made when a game is first looked at. */
const details = (game) => {
  if (!game.reports) {
    const said = words(game.said);
    game.reports = game.moves.map((_, ply) => readReport(said[ply]));
    game.changes = data.isDiscs
      ? (game.steps ?? "").split(";")
      : game.moves.map((move, ply) => (move === "pass" ? "" : move + SIDES[sideAt(ply)]));
    game.blunders = findBlunders(game);
  }
  return game;
};

/** A chance to win from 0 to 1: points as Tengen counts them, a decided game at the ends. Discs count as they are. */
const worth = (score) => (data.isDiscs
  ? Math.max(-64, Math.min(64, score))
  : 1 / (1 + Math.exp(-score / 2.66)));
/** The drop of worth that makes a mistake. */
const DROP = data.isDiscs ? 6 : 0.25;

/**
 * Mistakes by what the engines reported: from the move to the next move of the same engine its own score falls,
 * or from the opponent's move before to the one after it the opponent's score rises. Both are the surest.
 */
const findBlunders = (game) => {
  const at = (ply) => (ply >= game.opening ? game.reports[ply]?.score ?? null : null);
  const change = (from, to) => (at(from) === null || at(to) === null ? null : worth(at(to)) - worth(at(from)));
  const found = [];
  for (let ply = game.opening; ply < game.moves.length; ply += 1) {
    const own = change(ply, ply + 2);
    const opponent = change(ply - 1, ply + 1);
    const isOwn = own !== null && own <= -DROP;
    const isOpponent = opponent !== null && opponent >= DROP;
    if (isOwn || isOpponent) found.push({ ply, isOwn, isOpponent });
  }
  return found;
};

let game = null;
let ply = 0;
let listed = games;
let shownRows = PAGE;

const sideName = (side) => say(side === 0 ? "black" : "white");
const player = (g, side) => data.engines[side === 0 ? g.black : g.white] ?? "?";
const winnerSide = (g) => SIDES.indexOf(g.winner);

// Filters

const option = (value, text) => make("option", { value }, [text]);
const addOptions = (id, options) => find(id).append(option("", say("report-all")), ...options);
const counts = (values) => {
  const counted = new Map();
  for (const value of values) counted.set(value, (counted.get(value) ?? 0) + 1);
  return [...counted].sort((a, b) => b[1] - a[1]);
};

const setUpFilters = () => {
  addOptions("by-engine", data.engines.map((name, index) => option(index, name)));
  addOptions("by-result", [
    ...data.engines.map((name, index) => option(index, fill("report-won-by", { name }))),
    option("draw", say("report-draw")),
  ]);
  addOptions("by-reason", Object.entries(data.reasons).map(([name, text]) => option(name, text)));
  addOptions("by-opening", counts(games.map((g) => g.openingText))
    .map(([text, count]) => option(`o${text}`, `${text || say("report-none")} (${count})`)));
  for (const id of ["by-engine", "by-result", "by-reason", "by-opening", "least", "most"]) {
    find(id).addEventListener("input", filter);
  }
  const telling = find("telling");
  if (data.telling.length) telling.append(say("report-telling") + " ");
  data.telling.forEach(([number, why], index) => {
    const known = games.find((g) => g.number === number);
    const button = make("button", { type: "button", class: "jump" }, [why]);
    button.addEventListener("click", () => choose(known));
    telling.append(index ? " · " : "", button);
  });
};

const filter = () => {
  const value = (id) => find(id).value;
  const winner = (g) => (winnerSide(g) < 0 ? "draw" : String(winnerSide(g) === 0 ? g.black : g.white));
  const [least, most] = [value("least"), value("most")];
  listed = games.filter((g) => (value("by-engine") === "" || [g.black, g.white].includes(Number(value("by-engine"))))
    && (value("by-result") === "" || winner(g) === value("by-result"))
    && (value("by-reason") === "" || g.reason === value("by-reason"))
    && (value("by-opening") === "" || `o${g.openingText}` === value("by-opening"))
    && (least === "" || g.moves.length >= Number(least))
    && (most === "" || g.moves.length <= Number(most)));
  shownRows = PAGE;
  drawList();
};

// The list

const resultText = (g) => ({ b: "1–0", w: "0–1" }[g.winner] ?? "½–½");
const row = (g) => {
  const name = (side) => (winnerSide(g) === side ? make("b", {}, [player(g, side)]) : player(g, side));
  const cells = [name(0), name(1), resultText(g), data.reasons[g.reason] ?? g.reason, g.openingText];
  const element = make("tr", { "data-number": g.number }, [
    make("th", { scope: "row" }, [String(g.number)]),
    ...cells.map((cell) => make("td", {}, [cell])),
    ...[g.moves.length, details(g).blunders.length || "·"]
      .map((count) => make("td", { class: "number" }, [String(count)])),
  ]);
  element.addEventListener("click", () => {
    choose(g);
    find("picture").scrollIntoView({ block: "nearest" });
  });
  return element;
};

const drawList = () => {
  const names = ["report-number", "black-title", "white-title", "report-result", "report-reason", "report-opening"];
  const numbers = ["report-plies", "report-blunders"];
  const head = make("thead", {}, [make("tr", {}, [
    ...names.map((key) => make("th", { scope: "col" }, [say(key)])),
    ...numbers.map((key) => make("th", { scope: "col", class: "number" }, [say(key)])),
  ])]);
  find("list").replaceChildren(head, make("tbody", {}, listed.slice(0, shownRows).map(row)));
  find("more").hidden = listed.length <= shownRows;
  find("shown").textContent = fill("report-shown", { shown: listed.length, games: games.length });
  markRow();
};

const markRow = () => {
  for (const old of find("list").querySelectorAll("tr.on")) old.classList.remove("on");
  if (game) find("list").querySelector(`tr[data-number="${game.number}"]`)?.classList.add("on");
};

// The board

const drawBoard = () => {
  const board = startBoard(data.start);
  for (let index = 0; index < ply; index += 1) play(board, game.changes[index] ?? "", index + 1, false);
  const last = (game.changes[ply - 1] ?? "").split(" ")[0].slice(0, -1);
  drawStones(find("picture").querySelector("svg"), board, last || null);
};

// The scores

const WIDTH = 480, HEIGHT = 200, LEFT = 40, RIGHT = 8, TOP = 10, BOTTOM = 20;
/** Where a score of Black lies, from -1 to 1: points are drawn closer together the farther they are from even. */
const height = (score) => {
  if (data.isDiscs) return Math.max(-1, Math.min(1, score / most()));
  return Number.isFinite(score) ? score / (Math.abs(score) + 3) : Math.sign(score);
};
const most = () => {
  const scores = game.reports.map((report) => Math.abs(report.score ?? 0)).filter(Number.isFinite);
  return Math.min(64, Math.max(8, ...scores));
};
const xAt = (index) => LEFT + (WIDTH - LEFT - RIGHT) * (game.moves.length ? index / game.moves.length : 0);
const yAt = (score) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - height(score)) / 2;
const ofBlack = (index) => {
  const { score } = game.reports[index];
  return score === null ? null : sideAt(index) === 0 ? score : -score;
};

const drawGrid = (picture) => {
  const ticks = data.isDiscs ? [-most(), -most() / 2, 0, most() / 2, most()] : [-10, -3, -1, 0, 1, 3, 10];
  for (const tick of ticks) {
    const text = (tick > 0 ? "+" : tick < 0 ? "−" : "") + Math.abs(Math.round(tick));
    picture.append(svg("path", { class: "graph-grid", d: `M${LEFT} ${yAt(tick)}H${WIDTH - RIGHT}` }));
    picture.append(svg("text", { class: "graph-text", x: LEFT - 6, y: yAt(tick) + 4, "text-anchor": "end" }, [text]));
  }
  const every = Math.max(10, 10 * Math.ceil(game.moves.length / 80));
  for (let index = 0; index <= game.moves.length; index += every) {
    picture.append(svg("text", { class: "graph-text", x: xAt(index), y: HEIGHT - 4, "text-anchor": "middle" },
      [String(index)]));
  }
};

const drawGraph = () => {
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": say("report-curves") });
  drawGrid(picture);
  for (const side of [0, 1]) {
    let path = "";
    for (let index = side; index < game.moves.length; index += 2) {
      const score = ofBlack(index);
      if (score !== null) path += `${path ? "L" : "M"}${xAt(index + 1).toFixed(1)} ${yAt(score).toFixed(1)}`;
    }
    if (path) picture.append(svg("path", { class: `curve curve${side}`, d: path }));
  }
  for (const { ply: index, isOwn, isOpponent } of game.blunders) {
    const score = ofBlack(index) ?? 0;
    picture.append(svg("circle", { class: isOwn && isOpponent ? "dot3" : "dot2", cx: xAt(index + 1), cy: yAt(score), r: 4 },
      [svg("title", {}, [`${index + 1}. ${moveText(game.moves[index])}`])]));
  }
  picture.append(svg("path", { class: "graph-now", d: `M${xAt(ply)} ${TOP}V${HEIGHT - BOTTOM}` }));
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
    show(Math.round(share * game.moves.length));
  });
  find("graph").replaceChildren(picture);
};

const reportText = (index) => {
  const report = game.reports[index];
  if (report?.text === undefined) return "–";
  return report.depth ? `${report.text} (${fill("report-depth", { depth: report.depth })})` : report.text;
};

const drawNow = () => {
  const now = find("now");
  if (ply === 0) {
    now.textContent = say("report-start");
    return;
  }
  const index = ply - 1;
  const ms = words(game.ms)[index];
  const time = index >= game.opening && ms !== undefined ? ` · ${ms} ms` : "";
  now.textContent = `${ply}. ${player(game, sideAt(index))} ${moveText(game.moves[index])}: ${reportText(index)}${time}`;
};

const drawBlunders = () => {
  const list = find("blunders");
  list.replaceChildren();
  const text = (index) => game.reports[index]?.text ?? "–";
  for (const { ply: index, isOwn, isOpponent } of game.blunders) {
    const button = make("button", { type: "button", class: "jump" },
      [`${index + 1}. ${player(game, sideAt(index))} ${moveText(game.moves[index])}`]);
    button.addEventListener("click", () => show(index + 1));
    const kind = isOwn && isOpponent ? "report-blunder-both" : isOwn ? "report-blunder-own" : "report-blunder-opponent";
    const scores = [];
    if (isOwn) scores.push(`${say("report-own")} ${text(index)} → ${text(index + 2)}`);
    if (isOpponent) scores.push(`${say("report-opponent")} ${text(index - 1)} → ${text(index + 1)}`);
    const mark = make("span", { class: isOwn && isOpponent ? "mark3" : "mark2", title: say(kind) },
      [isOwn && isOpponent ? "??" : "?"]);
    list.append(make("li", {}, [button, " ", mark, ` ${scores.join(" · ")}`]));
  }
  if (!game.blunders.length) list.append(make("li", {}, [say("report-no-blunders")]));
};

// Steps

const show = (to) => {
  if (!game) return;
  ply = Math.max(0, Math.min(game.moves.length, to));
  find("range").value = ply;
  find("ply").textContent = `${ply}/${game.moves.length}`;
  find("first").disabled = find("previous").disabled = ply === 0;
  find("last").disabled = find("next").disabled = ply === game.moves.length;
  drawBoard();
  drawGraph();
  drawNow();
};

const choose = (next) => {
  game = details(next);
  ply = game.moves.length;
  find("game").textContent = `${game.number}. ${player(game, 0)} – ${player(game, 1)} ${resultText(game)}`;
  const reason = data.reasons[game.reason] ?? game.reason;
  find("ending").textContent = game.detail ? `${reason}: ${game.detail}` : reason;
  find("range").max = game.moves.length;
  find("legend").replaceChildren(...[0, 1].flatMap((side) => [
    make("span", { class: `key curve${side}` }), `${player(game, side)} (${sideName(side)}) `]));
  markRow();
  drawBlunders();
  show(ply);
};

/** Another game of the list. */
const move = (by) => {
  const at = listed.indexOf(game);
  const next = listed[at < 0 ? 0 : at + by];
  if (!next) return;
  if (listed.indexOf(next) >= shownRows) {
    shownRows += PAGE;
    drawList();
  }
  choose(next);
  find("list").querySelector("tr.on")?.scrollIntoView({ block: "nearest" });
};

const listen = () => {
  find("first").addEventListener("click", () => show(0));
  find("previous").addEventListener("click", () => show(ply - 1));
  find("next").addEventListener("click", () => show(ply + 1));
  find("last").addEventListener("click", () => show(game.moves.length));
  find("range").addEventListener("input", () => show(Number(find("range").value)));
  find("more").addEventListener("click", () => {
    shownRows += PAGE;
    drawList();
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("select, input[type=number]") || event.altKey || event.ctrlKey || event.metaKey) return;
    const actions = { ArrowLeft: () => show(ply - 1), ArrowRight: () => show(ply + 1), Home: () => show(0),
      End: () => show(game.moves.length), ArrowUp: () => move(-1), ArrowDown: () => move(1) };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
};

if (games.length) {
  find("picture").innerHTML = data.picture;
  for (const [id, key] of [["first", "page-first"], ["previous", "page-previous"], ["next", "page-next"], ["last", "page-last"]]) {
    find(id).title = say(key);
    find(id).setAttribute("aria-label", say(key));
  }
  find("range").setAttribute("aria-label", say("report-plies"));
  find("least").setAttribute("aria-label", say("report-from"));
  find("most").setAttribute("aria-label", say("report-to"));
  setUpFilters();
  listen();
  filter();
  choose(games[0]);
}
