// The page's Python, in a worker: Pyodide, the course's package, and the runner of cells.
// A module worker, since Pyodide runs in no other; everything it loads comes from the site.

let session;
let current = null; // the cell that runs, as its output goes to the page under its number
let queue = Promise.resolve();
let python;

const post = (message) => self.postMessage(message);

// The site keeps the interpreter compressed, so that it is small from every host. A host may have
// undone that on the way: the first two bytes tell.
const unzipped = async (address) => {
  const answer = await network(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const zipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const body = new Blob([bytes]).stream();
  return new Response(zipped ? body.pipeThrough(new DecompressionStream("gzip")) : body, {
    headers: { "Content-Type": "application/wasm" },
  });
};
const network = self.fetch.bind(self);
self.fetch = (address, options) => {
  const url = String(address.url ?? address);
  return url.endsWith(".asm.wasm") ? unzipped(`${url}.gz`) : network(address, options);
};

const start = async ({ pyodide, files, wheel, host, modules }) => {
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  const [ready, ...parts] = await Promise.all([
    loadPyodide({ indexURL: pyodide, packageBaseUrl: host }),
    ...[wheel, `${files}runner.py`, `${files}needs.py`].map(async (address) => {
      const answer = await network(address);
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
      return answer.arrayBuffer();
    }),
  ]);
  python = ready;
  python.unpackArchive(parts[0], "wheel");
  python.FS.mkdir("/course");
  python.FS.writeFile("/course/runner.py", new Uint8Array(parts[1]));
  python.FS.writeFile("/course/needs.py", new Uint8Array(parts[2]));
  const emit = (kind, data) => post({ kind, cell: current, ...JSON.parse(data) });
  session = python.runPython(`
import json, sys
sys.path.append("/course")
import runner
lambda emit, modules: runner.Session(lambda kind, data: emit(kind, json.dumps(data)), json.loads(modules))
`)(emit, JSON.stringify(modules));
};

const ANSWERS = {
  start,
  plan: ({ sources, target }) => {
    const plan = session.plan(python.toPy(sources), target);
    return plan.toJs({ dict_converter: Object.fromEntries });
  },
  packages: async ({ names }) => {
    const problems = [];
    await python.loadPackage(names, {
      messageCallback: () => {},
      errorCallback: (text) => problems.push(text),
    });
    if (problems.length) throw new Error(problems.join("; "));
  },
  run: async ({ cell, source }) => {
    current = cell;
    return await session.begin(cell, source);
  },
};

const answer = async ({ id, kind, ...message }) => {
  try {
    post({ kind: "reply", id, value: await ANSWERS[kind](message) });
  } catch (error) {
    post({ kind: "reply", id, problem: String(error?.message ?? error) });
  }
};

self.onmessage = ({ data }) => {
  queue = queue.then(() => answer(data));
};
