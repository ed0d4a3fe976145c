// Runs the engine in a worker. The page sends the compiled module first, then requests; each reply goes back
// as a message, and `done` ends the replies to a request.
"use strict";

let exports;

function text(start, length) {
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, start, length));
}

const imports = {
  tengen: {
    now: () => performance.now(),
    reply: (start, length) => postMessage(JSON.parse(text(start, length))),
  },
};

function serve(request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const start = exports.request(bytes.length);
  new Uint8Array(exports.memory.buffer, start, bytes.length).set(bytes);
  exports.answer();
  postMessage({ done: true });
}

onmessage = ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    exports = new WebAssembly.Instance(data, imports).exports;
  } else {
    serve(data);
  }
};
