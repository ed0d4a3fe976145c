let puzzle = data.puzzles[0];
let index = 0;
// The moves on the board: their names, the changes they make, how many are shown, and how many were found. The
// person moves at every even ply of the solution; a wrong move brings a line of its own.
let line = null;
let state = "open";
let cursor = null;
const solved = new Set();

const NAMES = "abcdefghijklmnopqrstuv";
const pointName = (x, y) => NAMES[x] + (y + 1);

const stones = () => {
  const board = startBoard(puzzle.start);
  for (let i = 0; i < line.shown; i += 1) play(board, line.steps[i], i + 1, true);
  return board;
};

const lastMove = () => {
  for (let i = line.shown - 1; i >= 0; i -= 1) if (line.steps[i]) return line.steps[i].split(" ")[0].slice(0, -1);
  return null;
};

const drawBoard = () => {
  const live = drawStones(find("picture").querySelector("svg"), stones(), lastMove());
  if (line.shown === 0) {
    for (const point of puzzle.forbidden) drawForbidden(live, point, say("puzzle-forbidden"));
  }
  if (cursor) {
    const [x, y] = center(pointName(...cursor));
    live.append(svg("rect", { x: x - 9, y: y - 9, width: 18, height: 18, fill: "none", stroke: "#1c7ed6",
      "stroke-width": 2, class: "cursor" }));
  }
};

const STATES = { open: "puzzle-your-move", on: "puzzle-on", elsewhere: "puzzle-elsewhere", right: "puzzle-right",
  solved: "puzzle-solved", wrong: "puzzle-wrong", illegal: "puzzle-illegal" };

/** The cursor's point and what is on it, in words for those who cannot see it. */
const cursorText = () => {
  if (!cursor) return "";
  const name = pointName(...cursor);
  const stone = stones().get(name);
  const isForbidden = line.shown === 0 && puzzle.forbidden.includes(name);
  const what = stone ? color(stone[0] === "b" ? "black" : "white") : isForbidden ? say("puzzle-forbidden") : "";
  return ` · ${name}${what && " " + what}`;
};

const draw = () => {
  drawBoard();
  find("state").textContent = say(STATES[state]);
  find("now").className = "panel " + ({ solved: "right", on: "right", right: "right", wrong: "wrong" }[state] ?? "");
  const isEnd = state === "solved" || state === "right";
  const why = state === "wrong" ? line.why : isEnd ? [puzzle.outcome, puzzle.limited ?? ""].join(" ") : "";
  find("why").textContent = why;
  const shown = line.moves.slice(0, line.shown).map(moveText).join(" ");
  find("line").textContent = shown;
  find("shown").textContent = `${line.shown}/${line.known}${cursorText()}`;
  find("back").disabled = line.shown === 0;
  find("forth").disabled = line.shown === line.known;
  find("previous").disabled = index === 0;
  find("next").disabled = index === data.puzzles.length - 1;
  find("solved").textContent = `${say("puzzle-solved-count")} ${solved.size}/${data.puzzles.length}`;
};

const solution = (known) => ({ moves: puzzle.line, steps: puzzle.steps, shown: known, known, why: "" });

const again = () => { line = solution(0); state = "open"; draw(); };

/** Shows `known` plies of the solution, and those after them that nobody chooses: replies and passes. */
const goOn = (known) => {
  let to = known;
  while (to < puzzle.steps.length && (to % 2 === 1 || puzzle.line[to] === "pass")) to += 1;
  line = solution(to);
  state = to === puzzle.steps.length ? "solved" : "on";
  if (state === "solved") solved.add(index);
  draw();
};

/** The person plays on a point. */
const choosePoint = (name) => {
  if (state === "wrong") return again();
  if (state === "solved" || state === "right") return;
  if (line.shown !== line.known) line.shown = line.known;
  const at = line.known;
  if (puzzle.line[at] === name) return goOn(at + 1);
  const wrong = at === 0 ? puzzle.wrong.find((one) => one.move === name) : null;
  if (wrong) {
    line = { moves: wrong.line, steps: wrong.steps, shown: Math.min(2, wrong.steps.length), known: wrong.steps.length,
      why: wrong.why };
    state = "wrong";
  } else {
    const isFree = !stones().has(name) && !(puzzle.start.blocked ?? []).includes(name);
    state = isFree && at > 0 ? "elsewhere" : "illegal";
  }
  draw();
};

const showSolution = () => {
  line = solution(puzzle.steps.length);
  line.shown = Math.min(1, line.known);
  state = "right";
  draw();
};

const step = (by) => { line.shown = Math.min(Math.max(line.shown + by, 0), line.known); draw(); };

const choose = (to) => {
  index = Math.min(Math.max(to, 0), data.puzzles.length - 1);
  puzzle = data.puzzles[index];
  cursor = null;
  find("task").textContent = `${index + 1}. ${puzzle.task}`;
  find("stars").textContent = puzzle.stars;
  find("place").textContent = puzzle.place;
  find("picture").innerHTML = puzzle.picture;
  find("picture").setAttribute("aria-label", puzzle.task);
  find("chosen").value = index;
  again();
};

const pointAt = (event) => {
  const picture = find("picture").querySelector("svg");
  const box = picture.createSVGPoint();
  [box.x, box.y] = [event.clientX, event.clientY];
  const place = box.matrixTransform(picture.getScreenCTM().inverse());
  const [x, y] = [place.x, place.y].map((at) => Math.floor((at - data.grid.margin) / data.grid.cell));
  const [width, height] = puzzle.board;
  return x >= 0 && y >= 0 && x < width && y < height ? [x, y] : null;
};

find("picture").addEventListener("click", (event) => {
  const at = pointAt(event);
  if (at) choosePoint(pointName(...at));
});
for (const id of ["back", "forth"]) label(id, "puzzle-" + id);
find("again").addEventListener("click", again);
find("show").addEventListener("click", showSolution);
find("previous").addEventListener("click", () => choose(index - 1));
find("next").addEventListener("click", () => choose(index + 1));
find("back").addEventListener("click", () => step(-1));
find("forth").addEventListener("click", () => step(1));

/** Moves the cursor on the board, from the middle at first. */
const moveCursor = (dx, dy) => {
  const [width, height] = puzzle.board;
  const [x, y] = cursor ?? [Math.floor(width / 2), Math.floor(height / 2)];
  const next = cursor ? [x + dx, y + dy] : [x, y];
  cursor = [Math.min(Math.max(next[0], 0), width - 1), Math.min(Math.max(next[1], 0), height - 1)];
  draw();
};

const atCursor = () => cursor && choosePoint(pointName(...cursor));

onKeys("select, button", { ArrowLeft: () => moveCursor(-1, 0), ArrowRight: () => moveCursor(1, 0),
  ArrowUp: () => moveCursor(0, -1), ArrowDown: () => moveCursor(0, 1), Enter: atCursor, " ": atCursor,
  n: () => choose(index + 1), p: () => choose(index - 1), r: again, s: showSolution,
  ",": () => step(-1), ".": () => step(1) });
offerChoice(data.puzzles.map((one, at) => `${at + 1}. ${one.task} ${one.stars}`), choose);
