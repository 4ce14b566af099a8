"""The part of playground_test.py that measures, and judges nothing: how long a reader waits, and what a thread takes in
comparison with the CPU backend on the same machine. Medians of 5; prints the table of this folder's README."""

import os
import re
import statistics
import subprocess
import tempfile
from pathlib import Path

TIMES = 5
# Prints the nanoseconds that a thread takes.
PER_THREAD = """#include <chrono>
#include <cstdio>
constexpr int kThreads = 1 << 16, kBlock = 256;
__global__ void add(float* c, const float* a) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  c[i] = a[i] + 1;
}
__global__ void add_up(float* c, const float* a) {
  __shared__ float sums[kBlock];
  const int t = threadIdx.x;
  sums[t] = a[blockIdx.x * kBlock + t];
  for (int stride = kBlock / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) sums[t] += sums[t + stride];
  }
  if (t == 0) c[blockIdx.x] = sums[0];
}
int main() {
  float *a, *c;
  cudaMalloc(&a, kThreads * sizeof(float));
  cudaMalloc(&c, kThreads * sizeof(float));
  cudaMemset(a, 0, kThreads * sizeof(float));
  const auto measure = [&](const char* name, auto* kernel) {
    for (int i = 0; i < 2; ++i) {  // the first time warms up
      const auto begin = std::chrono::steady_clock::now();
      kernel<<<kThreads / kBlock, kBlock>>>(c, a);
      cudaDeviceSynchronize();
      const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
      if (i == 1) std::printf("%s: %.0f ns\\n", name, time.count() / kThreads);
    }
  };
  measure("without a barrier", add);
  measure("with 8 barriers", add_up);
}
"""
RUN = "const done = arguments[0], begin = performance.now(); playground.go().then(() => done(performance.now() - begin))"


def median_seconds(reader, edit):
    """From an edit to what is printed. The first one of them fetches and compiles what is kept."""
    times = []
    for i in range(TIMES + 1):
        edit(i)
        times.append(reader.browser.execute_async_script(RUN) / 1000)
    return statistics.median(times[1:])


def figures(printed):
    return {name: float(value) for name, value in re.findall(r"^(.+): (\d+) ns$", printed, re.M)}


def on_machine(simtcc):
    """What PER_THREAD prints there, with one worker as in a browser: [{name: nanoseconds}]"""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "speed.cu").write_text(PER_THREAD)
        subprocess.run([simtcc, "speed.cu", "-o", "speed"], check=True, cwd=folder)
        run = [f"{folder}/speed"]
        one = {**os.environ, "SIMT_WORKERS": "1"}
        return [figures(subprocess.run(run, check=True, env=one, capture_output=True, text=True).stdout) for _ in range(TIMES)]


def measure(reader, root, native):
    reader.browser.set_script_timeout(600)
    cpu = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    print(f"Chromium {reader.browser.capabilities['browserVersion'].split('.')[0]}, headless; "
          f"{cpu[1] if cpu else 'unknown processor'}, {os.cpu_count()} cores; medians of {TIMES}\n")
    print("| | goal | measured |\n|---|---|---|")
    reader.open("program_vector_add")
    text = reader.text()
    seconds = median_seconds(reader, lambda i: reader.write(f"{text}// {i}\n"))
    reader.expect("PASS" in reader.printed(), f"vector_add prints\n{reader.printed()}")
    print(f"| from an edit of `vector_add` to its result | 2 s | {seconds:.1f} s |")
    reader.open("exercise_scale_vector")
    text = (root / "solutions/01_thread_hierarchy/scale_vector.cu").read_text()
    seconds = median_seconds(reader, lambda i: reader.write(f"{text}// {i}\n"))
    reader.expect(reader.run("playground.verdict?.state") == "passes", f"scale_vector prints\n{reader.printed()}")
    print(f"| a check of `scale_vector` | 3 s | {seconds:.1f} s |")
    reader.open("own")
    reader.write(PER_THREAD)
    here = [figures(reader.go()) for _ in range(TIMES)]
    there = on_machine(native / "simtcc")
    for name in here[0]:
        mine, other = (statistics.median(run[name] for run in runs) for runs in (here, there))
        print(f"| a thread {name}; the CPU backend with one worker: {other:.0f} ns | 10 × | {mine:.0f} ns, {mine / other:.1f} × |")
