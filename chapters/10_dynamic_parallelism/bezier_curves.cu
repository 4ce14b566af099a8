// Chapter 10 · bezier_curves
//
// Curves that need between 4 and 1024 points each: more where they bend. The kernel that finds out how many
// also finds memory for them, and can launch a grid of the right size for each curve, or for the long ones.
//
//   bezier_curves [--size N] [--long L]     N curves, default 100 on the CPU backend, 2^14 on a GPU; a curve of
//                                           more than L points, default 256, is long
#include <cmath>

#include "tutorial.cuh"
#include "tutorial/launches.cuh"

constexpr int kBlock = 64, kMostPoints = 1024;

struct Curve {
  float2 p[3];       // it begins at p[0], ends at p[2], and is drawn towards p[1]
  int first, count;  // its points
};

// One point for each 0.01 that the curve is bent away from a straight line.
__host__ __device__ int count_points(const Curve& c) {
  const float dx = c.p[1].x - 0.5f * (c.p[0].x + c.p[2].x);
  const float dy = c.p[1].y - 0.5f * (c.p[0].y + c.p[2].y);
  const int count = static_cast<int>(100 * sqrtf(fmaf(dx, dx, dy * dy)));
  return count < 4 ? 4 : count > kMostPoints ? kMostPoints : count;
}

__host__ __device__ float2 point_at(const Curve& c, int i) {
  const float t = static_cast<float>(i) / (c.count - 1), u = 1 - t;
  const float a = u * u, b = 2 * u * t, d = t * t;
  return {a * c.p[0].x + b * c.p[1].x + d * c.p[2].x, a * c.p[0].y + b * c.p[1].y + d * c.p[2].y};
}

// Memory for the points comes from one array that is large enough for all curves.
__device__ void find_place(Curve& c, int* used) {
  c.count = count_points(c);
  c.first = atomicAdd(used, c.count);
}

// A grid for one curve, a thread for each point.
__global__ void draw_curve(const Curve* curve, float2* points) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < curve->count) points[curve->first + i] = point_at(*curve, i);
}

// A thread for each curve. It draws a short one itself, and launches a grid for a long one.
__global__ void draw_long_by_children(Curve* curves, int n, float2* points, int* used,
                                      int longest) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  Curve& c = curves[i];
  find_place(c, used);
  if (c.count > longest) {
    draw_curve<<<(c.count - 1) / kBlock + 1, kBlock, 0, cudaStreamFireAndForget>>>(&c, points);
    return;
  }
  for (int k = 0; k < c.count; ++k) points[c.first + k] = point_at(c, k);
}

// Without children: places for all curves first, then a block for each curve, however many points it has.
__global__ void find_places(Curve* curves, int n, int* used) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) find_place(curves[i], used);
}
__global__ void draw_all(const Curve* curves, float2* points) {
  const Curve c = curves[blockIdx.x];
  for (int i = threadIdx.x; i < c.count; i += kBlock) points[c.first + i] = point_at(c, i);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Draw curves with as many points as each needs.",
                        {{.name = "long",
                          .fallback = 256,
                          .min = 4,
                          .max = kMostPoints,
                          .help = "points from which on a curve gets a child"}});
  const int n = options.size({.cpu = 100,
                              .gpu = 1 << 14,
                              .bytes_per_element = sizeof(Curve) + kMostPoints * sizeof(float2)});
  const int is_long = static_cast<int>(options["long"]), blocks = (n - 1) / kBlock + 1;
  const std::vector<float> numbers = random_floats(7 * n);
  std::vector<Curve> input(n);
  int all_points = 0;
  for (int i = 0; i < n; ++i) {
    const float* r = &numbers[7 * i];
    const float bend = 5 * std::pow(std::abs(r[6]) / 2, 4.0f);  // few bend a lot
    input[i] = {{{r[0], r[1]}, {bend * r[2], bend * r[3]}, {r[4], r[5]}}, 0, 0};
    all_points += input[i].count = count_points(input[i]);
  }
  Curve* curves = nullptr;
  float2* points = nullptr;
  int* used = nullptr;
  CHECK(cudaMalloc(&curves, n * sizeof(Curve)));
  CHECK(cudaMalloc(&points, 1LL * n * kMostPoints * sizeof(float2)));
  CHECK(cudaMalloc(&used, sizeof(int)));
  CHECK(cudaMemcpy(curves, input.data(), n * sizeof(Curve), cudaMemcpyHostToDevice));
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, n + 1));
  // Which curve has which place differs from run to run; every curve must have its points.
  const auto verify = [&] {
    std::vector<Curve> drawn(n);
    std::vector<float2> got(all_points);
    CHECK(cudaMemcpy(drawn.data(), curves, n * sizeof(Curve), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(got.data(), points, all_points * sizeof(float2), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i) {
      const Curve& c = drawn[i];
      const std::string place = "curve " + std::to_string(i) + ": ";
      if (c.count != input[i].count) return place + difference(c.count, input[i].count);
      if (c.first < 0 || c.first > all_points - c.count) return place + "no place";
      for (int k = 0; k < c.count; ++k) {
        const float2 a = got[c.first + k], b = point_at(c, k);
        const Comparison close = {.absolute = 1e-4};
        const std::string wrong = difference(a.x, b.x, close) + difference(a.y, b.y, close);
        if (!wrong.empty()) return place + "point " + std::to_string(k) + ": " + wrong;
      }
    }
    return std::string();
  };
  Experiment experiment(std::to_string(n) + " curves, " + std::to_string(all_points) + " points",
                        sizeof(float2) * all_points);
  experiment.show({Column::kTime, Column::kOfPeer, Column::kSectorsPerStore, Column::kActiveLanes});
  Launches launches;
  experiment.show_modelled("launches by kernels", "%.0f",
                           [&](const Counters&) { return launches.by_kernels(); });
  const char* flat = "no children, a block each";
  experiment.compare_with(flat, "× no children");
  const auto run = [&](const char* name, const auto& draw) {
    const auto launch = [&] {
      CHECK(cudaMemsetAsync(used, 0, sizeof(int)));
      draw();
    };
    launches = record_launches(launch);
    poison(points, all_points);
    experiment.run(name, launch, verify);
  };
  const auto draw = [&](int longest) {
    draw_long_by_children<<<blocks, kBlock>>>(curves, n, points, used, longest);
  };
  run("a thread for each curve", [&] { draw(kMostPoints); });
  run("a child for each curve", [&] { draw(0); });
  run("a child for each long curve", [&] { draw(is_long); });
  run(flat, [&] {
    find_places<<<blocks, kBlock>>>(curves, n, used);
    draw_all<<<n, kBlock>>>(curves, points);
  });

  CHECK(cudaFree(curves));
  CHECK(cudaFree(points));
  CHECK(cudaFree(used));
  return experiment.report();
}
