// The page's side of the worker: questions with answers, and an end that every waiter hears of.

export class Stopped extends Error {}

export class Python {
  constructor(config, listen) {
    this.listen = listen;
    this.waiting = new Map();
    this.next = 1;
    this.packages = new Set();
    this.worker = new Worker(config.worker, { type: "module" });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => {
      event.preventDefault?.();
      this.end(new Error(event.message || "the worker could not be started"));
    };
    this.ready = this.ask("start", config);
  }

  ask(kind, message) {
    return new Promise((resolve, reject) => {
      const id = this.next++;
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, kind, ...message });
    });
  }

  hear(data) {
    if (data.kind !== "reply") {
      this.listen(data);
      return;
    }
    const waiter = this.waiting.get(data.id);
    this.waiting.delete(data.id);
    if (data.problem === undefined) waiter?.resolve(data.value);
    else waiter?.reject(new Error(data.problem));
  }

  // Nothing can interrupt Python in the middle of a cell from here; its worker can be ended.
  end(reason = new Stopped("stopped")) {
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(reason);
    this.waiting.clear();
    this.ended = true;
  }
}
