"""Samples a second against PyTorch's own function, seconds of the miniature, and a slider's redraw.

The peer is ``torch.nn.functional.gumbel_softmax`` on the same logits in the same run, the two
taking turns. It draws its noise in float32, ours in float64, so that the tail is always right.
Speeds are by processor time on one thread, so that other work on the machine matters little.

``python benchmarks/gumbel.py`` runs all; ``samples``, ``miniature`` or ``redraw`` runs one. The
redraw needs the built site and Chromium.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import torch
import torch.nn.functional as F

from ideas.gumbel import captions, dalle, dvae, gumbel_softmax, sample_gumbel

ROOT = Path(__file__).resolve().parents[1]
ROWS, CLASSES, ROUNDS = 4096, 256, 15
CAP = 16.64
TAU = 0.5
MOST_SECONDS = 90
FRAME = 16.0


def seconds(function: Callable[[], object]) -> float:
    started = time.perf_counter()
    function()
    return time.perf_counter() - started


def processor_seconds(function: Callable[[], object]) -> float:
    started = time.process_time()
    function()
    return time.process_time() - started


def beyond(draw: Callable[[torch.Tensor], torch.Tensor], rounds: int = 20) -> int:
    """How many of ten million a round of noise values are above 16.64, where 0.59 are expected."""
    zeros = torch.zeros(5_000_000, 2)
    return sum(int((draw(zeros) > CAP).sum()) for _ in range(rounds))


def samples() -> None:
    torch.set_num_threads(1)
    logits = torch.randn(ROWS, CLASSES, generator=torch.Generator().manual_seed(0))
    contestants = {
        "torch.nn.functional.gumbel_softmax": lambda: F.gumbel_softmax(logits, TAU),
        "ideas.gumbel, float64 noise": lambda: gumbel_softmax(logits, TAU),
    }
    took: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(ROUNDS):
        for name, function in contestants.items():
            took[name].append(processor_seconds(function))
    speed = {name: ROWS * CLASSES / median(each) / 1e6 for name, each in took.items()}
    peer, ours = speed
    for name, each in speed.items():
        print(f"{name:36} {each:7.1f} M samples/s, {each / speed[peer]:.2f} of torch's")
    ratio = speed[ours] / speed[peer]
    print(
        f"at least 0.75 is to be held in float64 noise: {ratio >= 0.75}; at least 1: {ratio >= 1}"
    )
    found = beyond(lambda zeros: sample_gumbel(zeros.shape, dtype=torch.float32))
    common = beyond(lambda zeros: -torch.log(-torch.log(torch.rand_like(zeros))))
    print(f"noise above {CAP}: ours {found}, -log(-log(rand)) {common}, expected 11.9")


def miniature() -> None:
    train, test = captions.load()
    run = dalle.Miniature(train)
    first = seconds(lambda: run.train(run.plan.code_steps))
    second = seconds(lambda: run.train())
    quality = dvae.evaluate(run.dvae, test.images, run.plan.last_tau)
    asked = captions.all_captions().repeat(30, 1)
    right = dalle.caption_accuracy(dalle.judge(train), run.generate(asked, 0.7), asked)
    print(f"miniature: codes {first:.0f} s, prior {second:.0f} s, together {first + second:.0f} s")
    print(f"at most {MOST_SECONDS} s is to be held: {first + second <= MOST_SECONDS}")
    print(
        f"caption accuracy at temperature 0.7 {right:.1%}, perplexity {quality.codes_used:.1f}, "
        f"argmax error {quality.argmax:.4f}"
    )


REDRAW = """async () => {
  const slider = document.querySelectorAll(".gumbel-simplex input")[3];
  const took = [];
  for (let k = 0; k < 120; k++) {
    let began;
    slider.value = -120 + 1.8 * k;
    requestAnimationFrame(() => { began = performance.now(); });
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => {
      document.querySelector(".gs-triangle").getBoundingClientRect();
      took.push(performance.now() - began);
      done();
    }));
  }
  return took;
}"""


def redraw() -> None:
    from bookkit.browser import chromium, open_browser
    from bookkit.serve import site_server

    executable, site = chromium(), ROOT / "_build" / "html"
    if executable is None or not (site / "index.html").exists():
        print("slider to redraw: not measured, for it needs Chromium and a built site")
        return
    with site_server(site) as server, open_browser(executable) as browser:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = browser.new_context(reduced_motion="reduce").new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/book/gumbel/index.html")
        took = sorted(page.evaluate(REDRAW))
        server.shutdown()
    print(
        f"slider to redraw, 1,000 samples and contours: median {median(took):.1f} ms, "
        f"longest {took[-1]:.1f} ms; under {FRAME:.0f} ms is to be held: {median(took) < FRAME}"
    )


def main(names: list[str]) -> None:
    parts = {"samples": samples, "redraw": redraw, "miniature": miniature}
    for name in names or parts:
        parts[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
