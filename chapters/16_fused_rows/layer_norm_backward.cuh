// What layer_norm_backward needs on the host: the reference, how far a result may be from it, and the table.
#pragma once

#include "layer_norm_kernels.cuh"
#include "tutorial.cuh"

constexpr int kMostBlocks = kCountsInsteadOfTimes ? 8 : 264;

// In device memory: the gradients, and room for kMostBlocks rows of partial sums.
struct Gradients {
  float *dx, *dgain, *dbias, *gain_parts, *bias_parts;
};

inline Option length_option() {
  return {.name = "length",
          .fallback = 1024,
          .min = 2,
          .max = kBlock * kColumns,
          .help = "elements of a row"};
}

// Data on the host, and the gradients in double precision. `…_bound` is how far one may be off.
struct Host {
  std::vector<float> x, mean, scale, gain, dy, dx, dgain, dbias;
  double dx_bound = 0, dgain_bound = 0, dbias_bound = 0;

  Host(int rows, int n)
      : x(random_floats(1LL * rows * n)),
        mean(rows),
        scale(rows),
        gain(random_floats(n)),
        dy(random_floats(1LL * rows * n)),
        dx(x.size()),
        dgain(n),
        dbias(n) {
    constexpr double kUnit = 1.001 / (1 << 24);  // one rounding, and products of them
    std::vector<double> gain_sum(n), bias_sum(n), gain_size(n), bias_size(n);
    for (int row = 0; row < rows; ++row) {
      const float *xs = &x[1LL * row * n], *dys = &dy[1LL * row * n];
      double sum = 0, squares = 0;
      for (int i = 0; i < n; ++i) sum += xs[i];
      for (int i = 0; i < n; ++i) squares += std::pow(xs[i] - sum / n, 2);
      const double m = mean[row] = static_cast<float>(sum / n);
      const double s = scale[row] = static_cast<float>(1 / std::sqrt(squares / n + 1e-5));
      double dz_sum = 0, dz_z_sum = 0, dz_size = 0, dz_z_size = 0, most = 0;
      for (int i = 0; i < n; ++i) {
        const double z = (xs[i] - m) * s, dz = 1.0 * dys[i] * gain[i];
        dz_sum += dz, dz_z_sum += dz * z, dz_size += std::abs(dz), dz_z_size += std::abs(dz * z);
        gain_sum[i] += dys[i] * z, bias_sum[i] += dys[i];
        gain_size[i] += std::abs(dys[i] * z), bias_size[i] += std::abs(dys[i]);
      }
      for (int i = 0; i < n; ++i) {
        const double z = (xs[i] - m) * s, dz = 1.0 * dys[i] * gain[i];
        dx[1LL * row * n + i] = static_cast<float>((dz - (dz_sum + z * dz_z_sum) / n) * s);
        most = std::max(most, (std::abs(dz) + (dz_size + std::abs(z) * dz_z_size) / n) * s);
      }
      // A product in a sum: z is rounded twice, dz once, their product once; it is added in kColumns + 5 + 8 steps. What
      // follows rounds seven times, z's two among them.
      dx_bound = std::max(dx_bound, (4 + kColumns + 13 + 7) * kUnit * most);
    }
    for (int i = 0; i < n; ++i) {
      dgain[i] = static_cast<float>(gain_sum[i]), dbias[i] = static_cast<float>(bias_sum[i]);
      // In whatever order: no more additions than rows, then one for each block, and three roundings of the product.
      dgain_bound = std::max(dgain_bound, (rows + kMostBlocks + 4) * kUnit * gain_size[i]);
      dbias_bound = std::max(dbias_bound, (rows + kMostBlocks + 1) * kUnit * bias_size[i]);
    }
  }
};

inline float* on_device(const std::vector<float>& values) {
  float* memory = nullptr;
  CHECK(cudaMalloc(&memory, values.size() * sizeof(float)));
  CHECK(cudaMemcpy(memory, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
  return memory;
}

// ways(run, given, gradients, rows, n) calls run(name, launch) for each way.
template <class Ways>
bool compare_gradients(const Options& options, const Ways& ways) {
  const int size = options.size({.cpu = 1 << 16, .gpu = 1 << 26, .bytes_per_element = 12});
  const int n = static_cast<int>(options["length"]), rows = std::max(1, size / n);
  const Host host(rows, n);
  const Given given = {on_device(host.x), on_device(host.mean), on_device(host.scale),
                       on_device(host.gain), on_device(host.dy)};
  const std::vector<float> column(n), parts(1LL * kMostBlocks * n);
  const Gradients to = {on_device(host.x), on_device(column), on_device(column), on_device(parts),
                        on_device(parts)};
  const long long count = 1LL * rows * n;
  Experiment experiment(std::to_string(rows) + " rows of " + std::to_string(n), to.dx, count,
                        12.0 * count);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  experiment.show_count("atomics/element", "%.3f",
                        [=](const Counters& c) { return 32 * c.global_atomic_requests / count; });
  experiment.show_count("bytes loaded/element", "%.2f",
                        [=](const Counters& c) { return 32 * c.global_load_sectors / count; });
  ways(
      [&](const std::string& name, const auto& launch) {
        poison(to.dgain, n), poison(to.dbias, n);
        poison(to.gain_parts, kMostBlocks * n), poison(to.bias_parts, kMostBlocks * n);
        experiment.run(name, launch, [&] {
          std::string wrong = first_difference_on_device(to.dx, count, host.dx,
                                                         {.absolute = host.dx_bound, .columns = n});
          if (!wrong.empty()) return "dx, " + wrong;
          wrong =
              first_difference_on_device(to.dgain, n, host.dgain, {.absolute = host.dgain_bound});
          if (!wrong.empty()) return "dgain, " + wrong;
          wrong =
              first_difference_on_device(to.dbias, n, host.dbias, {.absolute = host.dbias_bound});
          return wrong.empty() ? wrong : "dbias, " + wrong;
        });
      },
      given, to, rows, n);
  for (const float* memory : {given.x, given.mean, given.scale, given.gain, given.dy}) {
    CHECK(cudaFree(const_cast<float*>(memory)));
  }
  for (float* memory : {to.dx, to.dgain, to.dbias, to.gain_parts, to.bias_parts})
    CHECK(cudaFree(memory));
  return experiment.finish();
}
