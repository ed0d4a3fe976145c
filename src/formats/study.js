"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const say = (key) => data.words[key];
const find = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

/** An element of HTML or SVG with attributes and children; children may be text. */
const make = (name, attributes = {}, children = [], space = null) => {
  const element = space ? document.createElementNS(space, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const svg = (name, attributes, children) => make(name, attributes, children, SVG);

const color = (side) => say(side === "black" ? "black-title" : "white-title");
const moveText = (move) => (move === "pass" ? say("analyze-pass") : move);

/** The centre of a point on the picture, which says where its rows are. */
const center = (name) => {
  const { margin, cell } = data.grid;
  const x = name.charCodeAt(0) - 97;
  const y = Number(name.slice(1)) - 1;
  const { row1, step } = find("picture").querySelector("svg").dataset;
  return [margin + x * cell + cell / 2, Number(row1) + y * Number(step)];
};

/** The stones before the first ply: point -> [color, number, whether it belongs to a line]. */
const startBoard = (start) => {
  const board = new Map();
  for (const name of start.black) board.set(name, ["b", "", false]);
  for (const name of start.white) board.set(name, ["w", "", false]);
  return board;
};

/** Makes the changes of a ply, the placed stone first. */
const play = (board, step, number, inLine) => {
  step.split(" ").filter(Boolean).forEach((change, index) => {
    const name = change.slice(0, -1);
    const old = board.get(name);
    board.set(name, index === 0 ? [change.slice(-1), number, inLine]
      : [change.slice(-1), old ? old[1] : "", old ? old[2] : false]);
  });
};

/** Draws the stones on the picture of a board and a ring around the last; returns the group for more. */
const drawStones = (picture, board, last) => {
  picture.querySelector("#live")?.remove();
  picture.querySelector(".stones")?.remove();
  for (const old of picture.querySelectorAll(".last, .row")) old.remove();
  const live = svg("g", { id: "live", "font-family": "system-ui,sans-serif" });
  for (const [name, [side, number, inLine]] of board) {
    const [x, y] = center(name);
    live.append(svg("circle", { cx: x, cy: y, r: 9.2, fill: data.fills[side], stroke: inLine ? "#2b6ea6" : "#1d1d1f",
      "stroke-width": inLine ? 2 : 0.8 }));
    if (number !== "") live.append(svg("text", { x, y: y + 3, "font-size": number < 100 ? 9 : 8,
      fill: inLine && side === "w" ? "#1f5f94" : data.inks[side] }, [String(number)]));
  }
  if (last) {
    const [x, y] = center(last);
    live.append(svg("circle", { cx: x, cy: y, r: 9.6, fill: "none", stroke: "#e03131", "stroke-width": 2.4 }));
  }
  picture.append(live);
  return live;
};

/** Crosses out a point; `text` says why. */
const drawForbidden = (live, point, text) => {
  const [x, y] = center(point);
  live.append(svg("path", { d: `M${x - 5} ${y - 5}l10 10m0 -10l-10 10`, stroke: "#c2453f", "stroke-width": 2.2 },
    [svg("title", {}, [text])]));
};

/** Names a button that shows a sign. */
const label = (id, key) => {
  find(id).title = say(key);
  find(id).setAttribute("aria-label", say(key));
};

/** Runs the action of a key, unless an element that matches `excepted` has the keyboard. */
const onKeys = (excepted, actions) => document.addEventListener("keydown", (event) => {
  if (document.querySelector("main").hidden) return;
  if (event.target.matches(excepted) || event.altKey || event.ctrlKey || event.metaKey) return;
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

/**
 * Shows the first of the things named `texts` by `choose`, and lets the person choose among several. Without any, only
 * head and foot of the page are left.
 */
const offerChoice = (texts, choose) => {
  if (texts.length > 1) {
    find("choice").hidden = false;
    texts.forEach((text, index) => find("chosen").append(make("option", { value: index }, [text])));
    find("chosen").addEventListener("change", () => choose(Number(find("chosen").value)));
  }
  if (texts.length) choose(0);
  else document.querySelector("main").hidden = true;
};

for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);

