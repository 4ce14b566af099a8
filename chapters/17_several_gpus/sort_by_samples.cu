// Chapter 17 · sort_by_samples
//
// Sorts keys on all devices: each sorts its own, sends every key to the device that has that range of keys in the end, and
// sorts what it has got. Where the ranges end is fixed before, or taken from samples of the keys.
//
//   sort_by_samples [--size N]     N ints in all, default 20011 on the CPU backend, 2^24 on a GPU
#include "sample_sort.cuh"

constexpr int kSamples = 64;  // of each device

// Of each pair (i, i ^ mask) the smaller key goes to the front.
__global__ void order_pairs(int* keys, int n, int mask) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = i ^ mask;
  if (j <= i || j >= n || keys[i] <= keys[j]) return;
  const int key = keys[i];
  keys[i] = keys[j];
  keys[j] = key;
}

// Keys at equal distances, of a sorted array.
__global__ void take_samples(const int* keys, int n, int* samples) {
  const int i = threadIdx.x;
  samples[i] = n > 0 ? keys[static_cast<long long>(n) * i / kSamples] : 0;
}

// How many keys of a sorted array are below each of the splitters.
__global__ void find_cuts(const int* keys, int n, const int* splitters, int* cuts) {
  int begin = 0, end = n;
  while (begin < end) {
    const int middle = begin + (end - begin) / 2;
    if (keys[middle] < splitters[threadIdx.x])
      begin = middle + 1;
    else
      end = middle;
  }
  cuts[threadIdx.x] = begin;
}

// A sorting network of compare-and-swap steps, each a launch: simple, and good enough for this chapter.
void sort_keys(int* keys, int n, cudaStream_t stream) {
  const auto launch = [&](int mask) {
    order_pairs<<<(n + kBlock - 1) / kBlock, kBlock, 0, stream>>>(keys, n, mask);
    CHECK_LAST();
  };
  for (int size = 2; size / 2 < n; size *= 2) {  // sorted runs of `size` keys
    launch(size - 1);                            // the second half backwards
    for (int distance = size / 4; distance > 0; distance /= 2) launch(distance);
  }
}

// Where the range of each device begins, but for the first: so that all get as many of the samples.
std::vector<int> splitters_from_samples(const std::vector<Keys>& all) {
  std::vector<int> samples;
  for (const Keys& keys : all) {
    if (keys.n == 0) continue;
    CHECK(cudaSetDevice(keys.device));
    take_samples<<<1, kSamples, 0, keys.stream>>>(keys.in, keys.n, keys.samples);
    CHECK_LAST();
  }
  for (const Keys& keys : all) {
    CHECK(cudaStreamSynchronize(keys.stream));
    if (keys.n > 0) samples.insert(samples.end(), keys.samples, keys.samples + kSamples);
  }
  std::sort(samples.begin(), samples.end());
  std::vector<int> splitters;
  for (size_t d = 1; d < all.size(); ++d) {
    splitters.push_back(samples[samples.size() * d / all.size()]);
  }
  return splitters;
}

// Each device's sorted keys, cut at the splitters: a piece for every device, behind the pieces of those before it.
void send_pieces(std::vector<Keys>& all, const std::vector<int>& splitters) {
  const int others = static_cast<int>(splitters.size());
  for (Keys& keys : all) {
    int* const on_host =
        keys.cuts + kMost + 1;  // splitters: kernels read them in the host's memory
    std::copy(splitters.begin(), splitters.end(), on_host);
    keys.cuts[0] = 0, keys.cuts[others + 1] = keys.n, keys.received = 0;
    if (others == 0) continue;
    CHECK(cudaSetDevice(keys.device));
    find_cuts<<<1, others, 0, keys.stream>>>(keys.in, keys.n, on_host, keys.cuts + 1);
    CHECK_LAST();
  }
  for (const Keys& keys : all) CHECK(cudaStreamSynchronize(keys.stream));
  for (Keys& from : all) {
    for (Keys& to : all) {
      const int first = from.cuts[to.device], count = from.cuts[to.device + 1] - first;
      CHECK(cudaMemcpyPeerAsync(to.out + to.received, to.device, from.in + first, from.device,
                                count * sizeof(int), from.stream));
      to.received += count;
    }
    CHECK(cudaEventRecord(from.event, from.stream));
  }
  for (const Keys& to : all) {
    for (const Keys& from : all) CHECK(cudaStreamWaitEvent(to.stream, from.event));
  }
}

template <class Splitters>
void sort_all(std::vector<Keys>& all, const Splitters& find_splitters) {
  for (const Keys& keys : all) {
    CHECK(cudaSetDevice(keys.device));
    sort_keys(keys.in, keys.n, keys.stream);
  }
  send_pieces(all, find_splitters());
  for (const Keys& keys : all) {
    CHECK(cudaSetDevice(keys.device));
    sort_keys(keys.out, keys.received, keys.stream);
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Sort keys on all devices.");
  const int devices = std::min(count_devices(), kMost);
  const int n = options.size({.cpu = 20011, .gpu = 1 << 24, .bytes_per_element = 2 * sizeof(int)});
  const std::vector<int> input = skewed_keys(n);
  std::vector<int> expected = input;
  std::sort(expected.begin(), expected.end());
  (void)open_all_peers(devices);
  std::vector<Keys> all = make_keys(devices, n, kSamples);
  Rows rows(all, input, expected);
  rows.run("ranges of equal width", [&] {
    sort_all(all, [&] {
      std::vector<int> splitters;
      for (int d = 1; d < devices; ++d) {
        splitters.push_back(static_cast<int>(1ll * expected.back() * d / devices));
      }
      return splitters;
    });
  });
  rows.run("ranges from samples",
           [&] { sort_all(all, [&] { return splitters_from_samples(all); }); });
  rows.table.print();
  say_what_is_missing(devices);
  release(all);
  return verdict(rows.passed);
}
