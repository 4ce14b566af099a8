// Chapter 01 · linear_index
//
// A block may have three dimensions; a warp has one. The hardware numbers the threads of a block
// with x running fastest, then y, then z, and cuts that line into warps of 32. If the number of
// threads is no multiple of 32, the last warp has idle lanes.
//
//   linear_index [--x X] [--y Y] [--z Z]     the block to draw, default 6 × 4 × 2
#include "tutorial.cuh"

constexpr int kWarp = 32;

// What a thread computes about its own place, and what it learns from its warp: how many lanes have
// a thread.
struct Place {
  int linear, warp, lane, lanes_in_warp;
  bool operator==(const Place&) const = default;
};

// The first three figures are arithmetic. The last one comes from the hardware: __activemask()
// returns a word with one bit for each lane of the warp that is running this line, so early in a
// kernel for each lane that has a thread. __popc counts the bits.
__global__ void find_places(Place* places) {
  const int linear = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  places[linear] = {linear, linear / kWarp, linear % kWarp, __popc(__activemask())};
}

int warps_of(int threads) { return (threads + kWarp - 1) / kWarp; }  // rounded up

std::string shape(dim3 block) {
  return std::to_string(block.x) + " x " + std::to_string(block.y) + " x " +
         std::to_string(block.z);
}

std::string percent(double value) { return figure("%.1f %%", value); }

// Runs one block of this shape and compares what its warps said with the rule.
bool find_and_verify(dim3 block, std::vector<Place>& host) {
  const int threads = block.x * block.y * block.z;
  host.resize(threads);
  Place* places = nullptr;
  CHECK(cudaMalloc(&places, threads * sizeof(Place)));
  poison(places, threads);
  find_places<<<1, block>>>(places);
  CHECK_LAST();
  CHECK(cudaMemcpy(host.data(), places, threads * sizeof(Place), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(places));
  for (int i = 0; i < threads; ++i) {
    const int first = i / kWarp * kWarp;
    const Place expected{i, i / kWarp, i % kWarp, std::min(kWarp, threads - first)};
    if (host[i] == expected) continue;
    std::fprintf(stderr, "block %s: thread %d is not in the warp where it belongs\n",
                 shape(block).c_str(), i);
    return false;
  }
  return true;
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "Number the threads of a block and cut them into warps.",
      {{.name = "x", .fallback = 6, .min = 1, .max = 16, .help = "threads of the block along x"},
       {.name = "y", .fallback = 4, .min = 1, .max = 8, .help = "threads of the block along y"},
       {.name = "z", .fallback = 2, .min = 1, .max = 8, .help = "threads of the block along z"}});
  require_device();
  const dim3 drawn(options["x"], options["y"], options["z"]);

  std::vector<Place> places;
  if (!find_and_verify(drawn, places)) return kExitWrong;
  std::vector<Heading> headings{""};
  for (unsigned x = 0; x < drawn.x; ++x) headings.push_back("x " + std::to_string(x));
  Table picture(headings);
  auto place = places.begin();  // in the order of the linear index
  for (unsigned z = 0; z < drawn.z; ++z) {
    for (unsigned y = 0; y < drawn.y; ++y) {
      std::vector<std::string> cells{"z " + std::to_string(z) + ", y " + std::to_string(y)};
      for (unsigned x = 0; x < drawn.x; ++x, ++place) {
        cells.push_back(std::to_string(place->warp) + "." + std::to_string(place->lane));
      }
      picture.add(cells);
    }
  }
  picture.print("A block of " + shape(drawn) + " threads, each as warp.lane");

  Table table({"block", "threads", "warps", "last: active", "idle", "all: computed",
               modelled("all: counted")});
  bool ok = true;
  for (const dim3 block : {drawn, dim3(32), dim3(8, 4), dim3(4, 4, 2), dim3(33), dim3(10, 10),
                           dim3(7, 7, 7), dim3(1, 1, 64), dim3(32, 32)}) {
    const Counters before = read_counters();
    if (!find_and_verify(block, places)) return kExitWrong;
    const Counters counters = read_counters() - before;
    const int threads = block.x * block.y * block.z, warps = warps_of(threads);
    const int in_last = places.back().lanes_in_warp;  // as the last warp itself counted
    const std::string computed = percent(100.0 * threads / (warps * kWarp));
    const std::string measured = percent(counters.active_lanes_percent());
    ok = ok && (!kHasModel || measured == computed);
    table.add({shape(block), std::to_string(threads), std::to_string(warps),
               std::to_string(in_last), std::to_string(kWarp - in_last), computed, measured});
  }
  table.print("Warps of blocks: lanes at work in the last warp, and in all of them");
  if (!ok) std::fputs("the counter disagrees with the formula\n", stderr);
  return verdict(ok);
}
