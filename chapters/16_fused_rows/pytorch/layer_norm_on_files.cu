// Runs the kernels on files of raw floats: what a test without a GPU calls for the operators.
//
//   layer_norm_on_files forward ROWS N FOLDER       reads x, gain, bias; writes y, mean, scale
//   layer_norm_on_files backward ROWS N FOLDER      reads dy, x, mean, scale, gain; writes dx, dgain, dbias
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "kernels.h"
#include "tutorial/check.cuh"

static std::string folder;
static std::vector<float*> rooms;  // to be freed

static float* room(long long count) {
  rooms.push_back(nullptr);
  CHECK(cudaMalloc(&rooms.back(), count * sizeof(float)));
  return rooms.back();
}

// A file of the folder in device memory.
static float* read(const char* name, long long count) {
  std::vector<float> values(count);
  const auto bytes = static_cast<std::streamsize>(count * sizeof(float));
  std::ifstream file(folder + "/" + name, std::ios::binary);
  if (!file.read(reinterpret_cast<char*>(values.data()), bytes) || file.peek() != EOF) {
    std::fprintf(stderr, "%s/%s does not have %lld floats\n", folder.c_str(), name, count);
    std::exit(2);
  }
  float* const memory = room(count);
  CHECK(cudaMemcpy(memory, values.data(), bytes, cudaMemcpyHostToDevice));
  return memory;
}

static void write(const char* name, const float* memory, long long count) {
  std::vector<float> values(count);
  const auto bytes = static_cast<std::streamsize>(count * sizeof(float));
  CHECK(cudaMemcpy(values.data(), memory, bytes, cudaMemcpyDeviceToHost));
  std::ofstream file(folder + "/" + name, std::ios::binary);
  if (!file.write(reinterpret_cast<const char*>(values.data()), bytes).flush()) {
    std::fprintf(stderr, "cannot write %s/%s\n", folder.c_str(), name);
    std::exit(2);
  }
}

int main(int argc, char** argv) {
  const std::string direction = argc == 5 ? argv[1] : "";
  const int rows = argc == 5 ? std::atoi(argv[2]) : 0, n = argc == 5 ? std::atoi(argv[3]) : 0;
  if ((direction != "forward" && direction != "backward") || rows < 1 || n < 1 || n > kLongestRow) {
    std::fprintf(stderr, "usage: layer_norm_on_files forward|backward ROWS N FOLDER\n");
    return 2;
  }
  folder = argv[4];
  const long long count = 1LL * rows * n;
  const float *x = read("x", count), *gain = read("gain", n);
  if (direction == "forward") {
    float *y = room(count), *mean = room(rows), *scale = room(rows);
    start_forward(x, gain, read("bias", n), y, mean, scale, rows, n, nullptr);
    CHECK(cudaGetLastError());
    write("y", y, count), write("mean", mean, rows), write("scale", scale, rows);
  } else {
    const int blocks = std::min(rows, 8);
    float *dx = room(count), *dgain = room(n), *dbias = room(n), *parts = room(2LL * blocks * n);
    start_backward(read("dy", count), x, read("mean", rows), read("scale", rows), gain, dx, dgain,
                   dbias, parts, blocks, rows, n, nullptr);
    CHECK(cudaGetLastError());
    write("dx", dx, count), write("dgain", dgain, n), write("dbias", dbias, n);
  }
  for (float* memory : rooms) CHECK(cudaFree(memory));
}
