let game = data.games[0];
let ply = 0;
// The line shown on the board: the moves, the changes they make, the ply they start from, how many are shown, and the
// ply that they belong to: it is the line that is better than this ply, or the one after it.
let line = null;

const isDiscs = () => game.rule === "othello";

/** A score for the side that moves. */
const scoreText = (score) => {
  if ("win" in score) return "+M" + score.win;
  if ("loss" in score) return "−M" + score.loss;
  const value = score.discs ?? score.exact ?? score.points;
  const digits = "exact" in score ? 0 : 1;
  return (value > 0 ? "+" : value < 0 ? "−" : "") + Math.abs(value).toFixed(digits);
};
/** The score of a square of Othello in whole discs, unless a decimal fits. */
const squareText = (score) => {
  const value = score.discs ?? score.exact;
  return scoreText(Math.abs(value) < 9.95 ? score : { exact: value });
};
const percent = (chance) => (100 * chance).toFixed(0) + " %";
const lossText = (loss) => loss.toFixed(1) + (isDiscs() ? "" : " %");
const markClass = (mark) => "mark" + { "?!": 1, "?": 2, "??": 3 }[mark];
const valueText = (score, chance) =>
  isDiscs() ? scoreText(score) : "win" in score || "loss" in score
    ? scoreText(score) : percent(chance);

/** Black's win chance or discs before ply `index`, from 0; after the game at its end. */
const curve = () => {
  const values = game.plies.map((p) => {
    const value = isDiscs() ? p.best.score.discs ?? p.best.score.exact : 100 * p.chance[0];
    return p.side === "black" ? value : isDiscs() ? -value : 100 - value;
  });
  const last = game.plies.at(-1);
  if (last) {
    const value = isDiscs() ? last.score.discs ?? last.score.exact : 100 * last.chance[1];
    values.push(last.side === "black" ? value : isDiscs() ? -value : 100 - value);
  }
  return values;
};

/** What stands on the board. */
const stones = () => {
  const board = startBoard(game.start);
  const base = line ? line.from : ply;
  for (let i = 0; i < base; i += 1) play(board, game.steps[i], i + 1, false);
  if (line) for (let i = 0; i < line.shown; i += 1) play(board, line.steps[i], i + 1, true);
  return board;
};

const lastMove = () => {
  const step = line && line.shown ? line.steps[line.shown - 1] : game.steps[(line ? line.from : ply) - 1];
  return step ? step.split(" ")[0].slice(0, -1) : null;
};

const drawBoard = () => {
  const live = drawStones(find("picture").querySelector("svg"), stones(), lastMove());
  if (!line && find("hints").checked) drawHints(live);
};

/** What is forbidden to the side to move. */
const forbidden = () => (game.plies[ply] ?? game).forbidden ?? [];

/** Forbidden points, the best move, and the scores of the squares before the next ply. */
const drawHints = (live) => {
  for (const { point, reason } of forbidden()) {
    drawForbidden(live, point, `${point}: ${say("page-forbidden")} ${reason}`);
  }
  const next = game.plies[ply];
  if (!next) return;
  for (const { point, score } of next.squares ?? []) {
    const [x, y] = center(point);
    live.append(svg("text", { x, y: y + 3, "font-size": 8, "font-weight": 600, class: "square",
      fill: point === next.best.move ? "#ffe14d" : "#eaf6ee" }, [squareText(score)]));
  }
  if (next.best.move !== "pass" && !next.squares) {
    const [x, y] = center(next.best.move);
    live.append(svg("circle", { cx: x, cy: y, r: 7, fill: "none", stroke: "#2b8a57", "stroke-width": 2.4,
      "stroke-dasharray": "3 2", class: "best" }));
  }
};

/** Buttons for the moves of a line, which play it on the board. */
const lineButtons = (moves, steps, from, of) => {
  const span = make("span", { class: "line" });
  moves.slice(0, steps.length).forEach((move, index) => {
    const button = make("button", { type: "button" }, [moveText(move)]);
    const isOn = line && line.steps === steps && line.shown === index + 1;
    if (isOn) button.classList.add("on");
    button.addEventListener("click", () => { showLine(moves, steps, from, index + 1, of); });
    span.append(button);
  });
  return span;
};

const drawNow = () => {
  const now = find("now");
  const p = game.plies[ply - 1];
  now.replaceChildren();
  if (!p) {
    now.append(make("h3", {}, [say("page-start")]));
  } else {
    const heading = make("h3", {}, [`${ply}. ${color(p.side)} ${moveText(p.move)} `]);
    if (p.mark) heading.append(make("span", { class: markClass(p.mark) }, [p.mark]));
    now.append(heading);
    const value = `${valueText(p.best.score, p.chance[0])} → ${valueText(p.score, p.chance[1])}`;
    now.append(make("p", {}, [`${value} · ${say("analyze-loss")} ${lossText(p.loss)}${p.exact ? " · " + say("page-exact") : ""}`]));
    if (p.loss > 0) {
      const better = make("p", {}, [say("page-better") + " "]);
      better.append(lineButtons(p.best.line, game.best_steps[ply - 1], ply - 1, ply));
      now.append(better);
    }
    if (p.answer.length) {
      const answer = make("p", {}, [say("page-answer") + " "]);
      answer.append(lineButtons(p.answer, game.answer_steps[ply - 1], ply, ply));
      now.append(answer);
    }
  }
  for (const { point, reason } of line ? [] : forbidden()) {
    now.append(make("p", { class: "note" }, [`× ${point}: ${reason}`]));
  }
  if (line) {
    const back = make("button", { type: "button", class: "jump" }, [say("page-back")]);
    back.addEventListener("click", leaveLine);
    now.append(make("p", {}, [back]));
  }
};

const WIDTH = 480, HEIGHT = 190, LEFT = 34, TOP = 10, BOTTOM = 20;
const drawGraph = () => {
  const values = curve();
  const most = isDiscs() ? Math.max(4, ...values.map(Math.abs)) : 50;
  const middle = isDiscs() ? 0 : 50;
  const x = (i) => LEFT + (WIDTH - LEFT - 8) * (values.length > 1 ? i / (values.length - 1) : 0);
  const y = (v) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (v - middle + most) / (2 * most));
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img",
    "aria-label": say(isDiscs() ? "page-black-discs" : "page-black-chance") });
  for (const v of [middle - most, middle, middle + most]) {
    picture.append(svg("path", { class: "graph-grid", d: `M${LEFT} ${y(v)}H${WIDTH - 8}` }));
    picture.append(svg("text", { class: "graph-text", x: LEFT - 6, y: y(v) + 4, "text-anchor": "end" }, [String(Math.round(v))]));
  }
  if (values.length) {
    const path = values.map((v, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(v).toFixed(1)}`).join("");
    picture.append(svg("path", { class: "graph-area", d: `${path}L${x(values.length - 1)} ${y(middle)}L${x(0)} ${y(middle)}Z` }));
    picture.append(svg("path", { class: "graph-line", d: path }));
  }
  game.plies.forEach((p, i) => {
    if (!p.mark) return;
    picture.append(svg("circle", { class: markClass(p.mark).replace("mark", "dot"), cx: x(i + 1), cy: y(values[i + 1]), r: 4 },
      [svg("title", {}, [`${p.ply}. ${moveText(p.move)} ${p.mark}`])]));
  });
  picture.append(svg("path", { class: "graph-now", d: `M${x(line ? line.from : ply)} ${TOP}V${HEIGHT - BOTTOM}` }));
  for (let i = 0; i < values.length; i += Math.max(10, 10 * Math.ceil(values.length / 80))) {
    picture.append(svg("text", { class: "graph-text", x: x(i), y: HEIGHT - 4, "text-anchor": "middle" }, [String(i)]));
  }
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width * WIDTH - LEFT) / (WIDTH - LEFT - 8);
    show(Math.round(at * (values.length - 1)));
  });
  find("graph").replaceChildren(picture);
};

const headRow = (names) => make("thead", {}, [make("tr", {}, names.map(([name, kind]) =>
  make("th", { scope: "col", ...(kind ? { class: "number" } : {}) }, [name])))]);

const drawSummary = () => {
  const body = make("tbody");
  for (const side of ["black", "white"]) {
    const s = game[side];
    const name = game.players[side === "black" ? 0 : 1];
    const cells = [s.moves, s.mean_loss === null ? "–" : lossText(s.mean_loss),
      s.accuracy === null ? "–" : s.accuracy.toFixed(1) + " %", s.inaccuracies, s.mistakes, s.blunders];
    body.append(make("tr", {}, [make("th", { scope: "row" }, [color(side) + (name === "?" ? "" : ` (${name})`)]),
      ...cells.map((cell) => make("td", { class: "number" }, [String(cell)]))]));
  }
  find("summary").replaceChildren(headRow([["", 0], [say("analyze-moves"), 1], [say("analyze-mean-loss"), 1],
    [say("analyze-accuracy"), 1], ["?!", 1], ["?", 1], ["??", 1]]), body);
  const turning = find("turning");
  turning.replaceChildren();
  if (game.turning_point) {
    const p = game.plies[game.turning_point - 1];
    turning.append(say("page-turning") + " ", jump(p));
  }
};

const jump = (p) => {
  const button = make("button", { type: "button", class: "jump" }, [`${p.ply}. ${color(p.side)} ${moveText(p.move)}`]);
  button.addEventListener("click", () => { show(p.ply); find("picture").scrollIntoView({ block: "nearest" }); });
  return button;
};

const drawBlunders = () => {
  const list = find("blunders");
  list.replaceChildren();
  game.plies.filter((p) => p.mark).forEach((p) => {
    const item = make("li", {}, [jump(p), " ", make("span", { class: markClass(p.mark) }, [p.mark]),
      ` ${valueText(p.best.score, p.chance[0])} → ${valueText(p.score, p.chance[1])} · ${say("page-better")} `]);
    item.append(lineButtons(p.best.line, game.best_steps[p.ply - 1], p.ply - 1, p.ply));
    list.append(item);
  });
  if (!list.children.length) list.append(make("li", {}, [say("page-none")]));
};

const drawMoves = () => {
  const body = make("tbody");
  for (const p of game.plies) {
    const row = make("tr", { "data-ply": p.ply }, [
      make("th", { scope: "row" }, [String(p.ply)]), make("td", {}, [color(p.side)]),
      make("td", {}, [moveText(p.move) + " ", ...(p.mark ? [make("span", { class: markClass(p.mark) }, [p.mark])] : [])]),
      make("td", { class: "number" }, [valueText(p.best.score, p.chance[0])]),
      make("td", { class: "number" }, [valueText(p.score, p.chance[1])]),
      make("td", { class: "number" }, [lossText(p.loss)]),
      make("td", {}, [p.best.move === p.move ? "" : moveText(p.best.move)])]);
    row.addEventListener("click", () => show(p.ply));
    body.append(row);
  }
  find("moves").replaceChildren(headRow([[say("analyze-ply"), 0], [say("analyze-side"), 0], [say("analyze-move"), 0],
    [say("analyze-before"), 1], [say("analyze-after"), 1], [say("analyze-loss"), 1], [say("analyze-best"), 0]]), body);
};

const draw = () => {
  drawBoard();
  drawNow();
  drawGraph();
  drawBlunders();
  const total = game.plies.length;
  find("range").value = ply;
  find("shown").textContent = line ? `${line.shown}/${line.steps.length}` : `${ply}/${total}`;
  const [shown, most] = line ? [line.shown, line.steps.length] : [ply, total];
  for (const id of ["first", "previous"]) find(id).disabled = shown === 0;
  for (const id of ["next", "last"]) find(id).disabled = shown === most;
  for (const row of find("moves").querySelectorAll("tr")) row.classList.toggle("on", Number(row.dataset.ply) === ply);
};

const show = (to) => {
  line = null;
  ply = Math.min(Math.max(to, 0), game.plies.length);
  draw();
};
const showLine = (moves, steps, from, shown, of) => {
  line = { moves, steps, from, shown: Math.min(Math.max(shown, 0), steps.length), of };
  ply = of;
  draw();
};
const leaveLine = () => { line = null; draw(); };
const step = (by) => (line ? showLine(line.moves, line.steps, line.from, line.shown + by, line.of) : show(ply + by));
const toEnd = (last) => (line ? showLine(line.moves, line.steps, line.from, last ? line.steps.length : 0, line.of)
  : show(last ? game.plies.length : 0));
const toMark = (by) => {
  const marked = game.plies.filter((p) => p.mark).map((p) => p.ply);
  const to = by > 0 ? marked.find((n) => n > ply) : marked.filter((n) => n < ply).pop();
  if (to) show(to);
};

const choose = (index) => {
  game = data.games[index];
  line = null;
  ply = game.plies.length;
  find("title").textContent = game.title;
  find("ending").textContent = game.ending;
  find("picture").innerHTML = game.picture;
  find("range").max = game.plies.length;
  drawSummary();
  drawMoves();
  draw();
};

for (const id of ["first", "previous", "next", "last"]) label(id, "page-" + id);
find("range").setAttribute("aria-label", say("analyze-ply"));
find("first").addEventListener("click", () => toEnd(false));
find("previous").addEventListener("click", () => step(-1));
find("next").addEventListener("click", () => step(1));
find("last").addEventListener("click", () => toEnd(true));
find("range").addEventListener("input", () => show(Number(find("range").value)));
find("hints").addEventListener("change", draw);
onKeys("select", { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => toEnd(false),
  End: () => toEnd(true), ArrowUp: () => toMark(-1), ArrowDown: () => toMark(1), Escape: leaveLine });
offerChoice(data.games.map((g) => `${g.game}. ${g.title}`), choose);
