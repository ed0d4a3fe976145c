"use strict";
// Steps through the games. Every board lists the changes of each ply, the placed point first.
for (const figure of document.querySelectorAll("figure.game")) {
  const svg = figure.querySelector("svg");
  const bar = figure.querySelector(".steps");
  const [back, on] = bar.querySelectorAll("button");
  const range = bar.querySelector("input");
  const output = bar.querySelector("output");
  const text = svg.dataset.steps;
  const steps = text === "" ? [] : text.split(";").map((step) => (step ? step.split(" ") : []));
  const stones = new Map();
  for (const stone of svg.querySelectorAll("[data-at]")) stones.set(stone.dataset.at, stone);
  const ring = svg.querySelector(".last");
  const row = svg.querySelector(".row");
  const total = Number(range.max);
  let shown = total;
  const paint = (stone, color) => {
    const [fill, ink] = colors[color];
    stone.setAttribute("fill", fill);
    stone.setAttribute("color", ink);
  };
  const show = (ply) => {
    for (; shown < ply; shown += 1) {
      for (const change of steps[shown]) {
        const stone = stones.get(change.slice(0, -1));
        stone.style.display = "";
        paint(stone, change.slice(-1));
      }
    }
    for (; shown > ply; shown -= 1) {
      steps[shown - 1].forEach((change, index) => {
        const stone = stones.get(change.slice(0, -1));
        if (index === 0) stone.style.display = "none";
        else paint(stone, change.slice(-1) === "b" ? "w" : "b");
      });
    }
    const last = ply > 0 && steps[ply - 1][0];
    if (ring) {
      ring.style.display = last ? "" : "none";
      if (last) {
        const circle = stones.get(last.slice(0, -1)).querySelector("circle");
        for (const name of ["cx", "cy"]) ring.setAttribute(name, circle.getAttribute(name));
      }
    }
    if (row) row.style.display = ply === total ? "" : "none";
    range.value = ply;
    output.textContent = ply + "/" + total;
    back.disabled = ply === 0;
    on.disabled = ply === total;
  };
  range.addEventListener("input", () => show(Number(range.value)));
  back.addEventListener("click", () => show(shown - 1));
  on.addEventListener("click", () => show(shown + 1));
  show(total);
  bar.hidden = false;
}
