// Plays in the web page with headless Chromium: clicks points and presses keys, checks the engine's moves against
// rules written here once more, and takes screenshots. Usage: test.cjs PAGE FOLDER, with the browser in CHROMIUM.
"use strict";

const assert = require("node:assert/strict");
const path = require("node:path");
const { chromium } = require("playwright-core");

const [file, folder] = process.argv.slice(2);
const PATIENCE = 60_000;

let page;

const point = (x, y) => `${String.fromCharCode(97 + x)}${y + 1}`;
const status = () => page.locator("#status").textContent();
const click = (at) => page.locator(`[data-point="${at}"]`).click();
const press = (id) => page.locator(`#${id}`).click();
const screenshot = (name) => page.screenshot({ path: path.join(folder, `${name}.png`) });

// The circles and crosses of a style, as points.
function marked(style) {
  return page.$$eval(`#board .${style}`, (marks) => marks.map((mark) => {
    const value = (name) => Number(mark.getAttribute(name));
    const isLine = mark.tagName === "line";
    const [x, y] = isLine
      ? [(value("x1") + value("x2")) / 2, (value("y1") + value("y2")) / 2]
      : [value("cx"), value("cy")];
    return `${String.fromCharCode(97 + Math.round(x))}${Math.round(y) + 1}`;
  }));
}

// The stones on the board by point.
async function stones() {
  const board = new Map();
  for (const color of ["black", "white"]) {
    (await marked(color)).forEach((at) => board.set(at, color));
  }
  return board;
}

async function start(settings) {
  for (const [id, value] of Object.entries(settings)) {
    await page.locator(`#${id}`).selectOption(id === "strength" ? { label: value } : value);
  }
  await press("new");
  await settle();
}

// Waits until the player may move or the game is over.
async function settle() {
  await page.waitForFunction(
    () => document.querySelector("#board.open") || /win|draw|fail/.test(document.querySelector("#status").textContent),
    null, { timeout: PATIENCE });
  assert.doesNotMatch(await status(), /fail/);
}

const isOver = async () => /win|draw/.test(await status());
const free = () => page.$$eval("#board .free", (cells) => cells.map((cell) => cell.dataset.point));

// The discs that a disc of `color` on `at` turns.
function flips(board, at, color) {
  const [x, y] = [at.charCodeAt(0) - 97, Number(at.slice(1)) - 1];
  const found = [];
  for (const dx of [-1, 0, 1]) {
    for (const dy of [-1, 0, 1]) {
      const run = [];
      let [u, v] = [x + dx, y + dy];
      while ((dx || dy) && board.has(point(u, v)) && board.get(point(u, v)) !== color) {
        run.push(point(u, v));
        [u, v] = [u + dx, v + dy];
      }
      if ((dx || dy) && board.get(point(u, v)) === color) {
        found.push(...run);
      }
    }
  }
  return found;
}

const other = (color) => (color === "black" ? "white" : "black");

function playOthello(board, at, color) {
  const turned = flips(board, at, color);
  assert(!board.has(at) && turned.length > 0, `${color} may not play ${at}`);
  const next = new Map(board).set(at, color);
  turned.forEach((disc) => next.set(disc, color));
  return next;
}

function legalOthello(board, color) {
  const points = Array.from({ length: 64 }, (_, i) => point(i % 8, Math.floor(i / 8)));
  return points.filter((at) => !board.has(at) && flips(board, at, color).length > 0);
}

const same = (a, b) => a.size === b.size && [...a].every(([at, color]) => b.get(at) === color);

// Whether `after` follows from `before` by at most `depth` moves of `color`, with its opponent passing between
// them.
function isReachable(before, after, color, depth = 60) {
  if (same(before, after)) {
    return true;
  }
  return depth > 0 && legalOthello(before, color).some((at) => {
    const next = playOthello(before, at, color);
    return same(next, after) ||
      legalOthello(next, other(color)).length === 0 && isReachable(next, after, color, depth - 1);
  });
}

async function othello(color) {
  await start({ rule: "othello", side: color, strength: "casual" });
  let turns = 0;
  for (; !(await isOver()); turns += 1) {
    const before = await stones();
    const legal = await free();
    assert.deepEqual([...legal].sort(), legalOthello(before, color).sort());
    assert.deepEqual((await marked("legal")).sort(), [...legal].sort());
    const mine = legal[turns % legal.length];
    await click(mine);
    await settle();
    const expected = playOthello(before, mine, color);
    assert(isReachable(expected, await stones(), other(color)), `an illegal reply to ${mine}`);
    if (turns === 12) {
      await screenshot(`othello-${color}`);
    }
  }
  const counts = { black: 0, white: 0 };
  [...(await stones()).values()].forEach((owner) => { counts[owner] += 1; });
  assert.match(await status(), new RegExp(`${counts.black} to ${counts.white}`));
  assert(turns >= 5);
  return `othello as ${color}: ${turns} turns, ${await status()}`;
}

async function gomoku(rule, size, color) {
  await start({ rule, size, side: color, strength: "0.3 s a move" });
  let turns = 0;
  for (; turns < 12 && !(await isOver()); turns += 1) {
    const before = await stones();
    const legal = await free();
    assert.equal(legal.length + (await forbidden()).length, size ** 2 - before.size);
    // Near the middle, so that the game is not over at once.
    const mine = legal[Math.floor(legal.length / 2) + turns];
    await click(mine);
    await settle();
    const after = await stones();
    before.set(mine, color);
    assert([...before].every(([at, owner]) => after.get(at) === owner), "stones stay");
    const fresh = [...after].filter(([at]) => !before.has(at));
    assert(fresh.length === 1 || await isOver(), `${fresh.length} replies to ${mine}`);
    assert(fresh.every(([, owner]) => owner !== color));
  }
  await screenshot(`${rule}-${color}`);
  assert(turns >= 3);
  return `${rule} ${size}x${size} as ${color}: ${turns} turns, ${await status()}`;
}

// Plays both sides of a game from its start.
async function place(moves) {
  for (const [index, at] of moves.split(" ").entries()) {
    await click(at);
    await page.waitForFunction((count) =>
      document.querySelectorAll("#board .black, #board .white").length === count, index + 1);
    await settle();
  }
}

// Each cross has two strokes.
const forbidden = async () => [...new Set(await marked("forbidden"))];

async function renjuMarks() {
  await start({ rule: "renju", size: "15", side: "both" });
  await place("f8 o2 h7 o3 h6 o6 g8 c15");
  assert.deepEqual(await forbidden(), ["h8"]);
  await screenshot("renju-forbidden");
  await click("h8");
  assert.equal((await stones()).size, 8, "a forbidden point stays empty");
  await press("undo");
  await page.waitForFunction(() => document.querySelectorAll("#board .white").length === 3);
  assert.deepEqual(await forbidden(), [], "White may play anywhere");
  return "renju: forbidden point marked and refused, undo";
}

async function keyboard() {
  await start({ rule: "freestyle", size: "15", side: "both" });
  await page.locator("#board").focus();
  // The first key puts the cursor on h8.
  for (const key of ["ArrowUp", "ArrowLeft", "ArrowUp", "Enter"]) {
    await page.keyboard.press(key);
  }
  await settle();
  assert.deepEqual([...(await stones()).keys()], ["g7"]);
  assert.equal(await page.locator("#at").textContent(), "g7: Black");
  return "keyboard: the arrow keys and Enter play";
}

async function fiveInARow() {
  await start({ rule: "freestyle", side: "both" });
  await place("h8 a1 i8 a3 j8 a5 k8 a7 l8");
  assert.equal(await status(), "Black wins.");
  assert.deepEqual((await marked("row")).sort(), ["h8", "i8", "j8", "k8", "l8"]);
  return "freestyle: a five ends the game";
}

async function moveNow() {
  await start({ rule: "freestyle", size: "15", side: "black", strength: "10 s a move" });
  const began = Date.now();
  await click("h8");
  await page.waitForFunction(() => /Depth [3-9]/.test(document.querySelector("#search").textContent));
  await press("now");
  await settle();
  const ms = Date.now() - began;
  assert(ms < 9000 && (await stones()).size === 2, `${ms} ms`);
  return `move now: a reply after ${ms} ms of 10 s`;
}

async function speed(rule, at) {
  await start({ rule, side: "black", strength: "3 s a move" });
  await click(at);
  await settle();
  const text = await page.locator("#search").textContent();
  return `${rule} after ${at}: ${text.split(". ")[0]}`;
}

async function main() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
  const errors = [];
  try {
    page = await browser.newPage({ viewport: { width: 1180, height: 800 } });
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("request", (request) => /^https?:/.test(request.url()) && errors.push(`loads ${request.url()}`));
    // When the page has been read, its first game has begun, but the engine cannot be there yet.
    await page.addInitScript(() => document.addEventListener("DOMContentLoaded", () => {
      const isDisabled = (id) => document.getElementById(id).disabled;
      window.begun = [document.getElementById("status").textContent, ...["hint", "now", "undo"].map(isDisabled)];
    }));
    await page.goto(`file://${path.resolve(file)}`);
    assert.deepEqual(await page.evaluate(() => window.begun), ["Loading the engine …", true, true, true]);
    await settle();
    const steps = [
      () => gomoku("freestyle", "15", "black"),
      () => gomoku("standard", "19", "white"),
      () => gomoku("renju", "15", "white"),
      renjuMarks,
      keyboard,
      fiveInARow,
      moveNow,
      () => othello("black"),
      () => page.emulateMedia({ colorScheme: "dark" }).then(() => othello("white")),
      () => speed("freestyle", "h8"),
      () => speed("othello", "f5"),
    ];
    for (const step of steps) {
      console.log(await step());
    }
    assert.deepEqual(errors, []);
  } finally {
    await browser.close();
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
