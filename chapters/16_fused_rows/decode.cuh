// What attention_decode needs on the host: sequences of several lengths whose pages are anywhere, the reference and
// the table.
#pragma once

#include <numeric>

#include "attention.cuh"

// 8 columns of 16 lanes are a row.
struct Columns {
  uint4 bits;
  __device__ float operator[](int c) const {
    const unsigned two = (&bits.x)[c / 2];
    return __uint_as_float(c % 2 == 0 ? two << 16 : two & ~0xffffu);  // a bfloat16 is half a float
  }
};

// Page p has kPage tokens of each head: row (p * heads + head) * kPage + i is the i-th of them. Token t of a
// sequence is on page table[sequence * pages_per_sequence + t / kPage].
struct Decode {
  const __nv_bfloat16 *q, *k, *v;  // q: sequences × heads × kDim
  const int *table, *lengths;
  float* out;
  int heads, pages_per_sequence;
  float scale;  // of q · k, log2 e / √kDim, so that weights are powers of 2
};

template <class Index>
int* indices_on_device(const Index& indices) {
  int* device = nullptr;
  CHECK(cudaMalloc(&device, sizeof(int) * indices.size()));
  CHECK(cudaMemcpy(device, indices.data(), sizeof(int) * indices.size(), cudaMemcpyHostToDevice));
  return device;
}

// ways(run, decode, sequences, heads) calls run(name, launch) for each way. Returns whether all results were right.
template <int kDim, int kPage, class Ways>
bool compare_decode(const Options& options, const Ways& ways) {
  using T = __nv_bfloat16;
  const int heads = heads_of(options), sequences = 4;
  const std::size_t per_token = std::size_t(2) * sizeof(T) * heads * kDim * sequences;
  const int longest =
      options.size({.cpu = 501, .gpu = 16384, .bytes_per_element = static_cast<size_t>(per_token)});
  const std::vector<int> lengths = {longest, (longest + 1) / 2, longest / 3 + 1, 1};
  const int pages_per_sequence = (longest + kPage - 1) / kPage;

  // A page for each table entry that is used, in an order without pattern. The others must not be looked at.
  const auto pages_of = [](int length) { return (length + kPage - 1) / kPage; };
  std::vector<int> table(std::size_t(sequences) * pages_per_sequence, 1 << 30), pages;
  for (const int length : lengths) pages.resize(pages.size() + pages_of(length));
  std::iota(pages.begin(), pages.end(), 0);
  for (std::size_t i = pages.size() - 1; i > 0; --i) {
    std::swap(pages[i], pages[tutorial::next_random() % (i + 1)]);
  }
  auto page = pages.begin();
  for (int s = 0; s < sequences; ++s) {
    std::copy_n(page, pages_of(lengths[s]), &table[std::size_t(s) * pages_per_sequence]);
    page += pages_of(lengths[s]);
  }
  const std::size_t elements = pages.size() * heads * kPage * kDim;
  const auto q = random_elements<T>(std::size_t(sequences) * heads * kDim, -2, 2.5);
  const auto k = random_elements<T>(elements, -2, 2.5), v = random_elements<T>(elements, -1, 2);

  Decode d = {};
  T *on_q = on_device<T>(q), *on_k = on_device<T>(k), *on_v = on_device<T>(v);
  int *on_table = indices_on_device(table), *on_lengths = indices_on_device(lengths);
  d.q = on_q, d.k = on_k, d.v = on_v, d.table = on_table, d.lengths = on_lengths;
  d.heads = heads, d.pages_per_sequence = pages_per_sequence;
  d.scale = 1.44269504f / std::sqrt(static_cast<float>(kDim));
  CHECK(cudaMalloc(&d.out, sizeof(float) * q.size()));

  std::vector<ExpectedRow> expected;
  for (int i = 0; i < sequences * heads; ++i) {
    const int* const of_sequence = &table[std::size_t(i / heads) * pages_per_sequence];
    const auto place = [&](int t) {
      return ((std::size_t(of_sequence[t / kPage]) * heads + i % heads) * kPage + t % kPage) * kDim;
    };
    expected.push_back(expected_row(
        &q[std::size_t(i) * kDim], kDim, lengths[i / heads], [&](int t) { return &k[place(t)]; },
        [&](int t) { return &v[place(t)]; }));
  }
  const auto wrong = [&]() -> std::string {
    std::vector<float> got(q.size());
    CHECK(cudaMemcpy(got.data(), d.out, sizeof(float) * got.size(), cudaMemcpyDeviceToHost));
    for (int i = 0; i < sequences * heads; ++i) {
      // A half-warp rescales once for every 32 keys of its block. Then at most 7 parts are joined in the block, one for
      // each piece, and 7 more: with pieces of 64 keys or more, fewer than keys / 32 + 24 in all.
      const int keys = lengths[i / heads];
      const std::string text =
          wrong_row(&got[std::size_t(i) * kDim], expected[i],
                    relative_bound(expected[i].score, kDim, keys, keys / 32 + 24, false));
      if (!text.empty()) {
        return "sequence " + std::to_string(i / heads) + ", head " + std::to_string(i % heads) +
               ", " + text;
      }
    }
    return "";
  };

  const double tokens = std::accumulate(lengths.begin(), lengths.end(), 0.0);
  const double bytes = tokens * heads * kDim * 2 * sizeof(T);
  Experiment experiment(std::to_string(sequences) + " sequences of up to " +
                            std::to_string(longest) + " tokens, " + std::to_string(heads) +
                            " heads",
                        d.out, static_cast<long long>(q.size()), bytes);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  experiment.show_count("KiB loaded", "%.0f", kib_loaded);
  experiment.show_count("of keys and values", "%.2f",
                        [=](const Counters& c) { return 32 * c.global_load_sectors / bytes; });
  const auto run = [&](const std::string& name, const auto& launch) {
    experiment.run(name, launch, wrong);
  };
  ways(run, d, sequences, heads);
  for (T* p : {on_q, on_k, on_v}) CHECK(cudaFree(p));
  for (int* p : {on_table, on_lengths}) CHECK(cudaFree(p));
  CHECK(cudaFree(d.out));
  return experiment.finish();
}
