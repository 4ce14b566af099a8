#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// What the lesson's rules say.
Requests counted_by_hand(bool in_order, int n, int threads) {
  const long long blocks = (n + threads - 1) / threads;
  long long warps = 0;  // of which one thread has an element
  for (long long first = 0; first < n; first += threads) {
    warps += (std::min<long long>(threads, n - first) + 31) / 32;
  }
  const long long of_taps = in_order ? 0 : kTaps * warps;
  return {.global_loads = blocks + kTaps * warps + of_taps,
          .global_stores = warps,
          .constant_loads = kTaps * warps,
          .shared_loads = warps,
          .shared_stores = blocks,
          .local_loads = of_taps,
          .local_stores = of_taps};
}

bool agree(const Requests& by_hand, const Counters& counters) {
  return counters.global_load_requests == by_hand.global_loads &&
         counters.global_store_requests == by_hand.global_stores &&
         counters.constant_requests == by_hand.constant_loads &&
         counters.shared_load_requests == by_hand.shared_loads &&
         counters.shared_store_requests == by_hand.shared_stores &&
         counters.local_load_requests == by_hand.local_loads &&
         counters.local_store_requests == by_hand.local_stores;
}

void check(Exercise& exercise, bool in_order, int n, int threads) {
  exercise.begin(std::string(in_order ? "echo_in_order" : "echo_by_order") +
                 ", n = " + std::to_string(n) + ", threads = " + std::to_string(threads));
  const Requests yours = predict(in_order, n, threads);
  const Requests right = counted_by_hand(in_order, n, threads);
  const struct {
    const char* name;
    long long yours, right;
    const char* question;
  } rows[] = {{"local_stores", yours.local_stores, right.local_stores,
               "in which memory is taps, if the compiler knows each index, and if not?"},
              {"local_loads", yours.local_loads, right.local_loads,
               "in which memory is taps, if the compiler knows each index, and if not?"},
              {"shared_stores", yours.shared_stores, right.shared_stores,
               "how many threads of a block store base?"},
              {"shared_loads", yours.shared_loads, right.shared_loads,
               "how many warps have an element, block by block? Each loads base once"},
              {"constant_loads", yours.constant_loads, right.constant_loads,
               "how often does a warp load a weight?"},
              {"global_stores", yours.global_stores, right.global_stores,
               "how many warps have an element, block by block?"},
              {"global_loads", yours.global_loads, right.global_loads,
               "which of in, order and base are loaded, by which warps, how often?"}};
  for (const auto& row : rows) {
    if (row.yours == kNotAnswered) exercise.answer(row.name, kNotAnswered, row.right);
  }
  const bool is_predicted = std::all_of(std::begin(rows), std::end(rows),
                                        [](const auto& row) { return row.yours != kNotAnswered; });
  exercise.open(std::any_of(std::begin(rows), std::end(rows),
                            [](const auto& row) { return row.yours != kNotAnswered; }));
  if (!is_predicted) return;

  // The run, after the prediction.
  const Buffer<float> in(random_floats(n)), out(n);
  const Buffer<int> order(std::vector<int>{2, 0, 3, 1});
  const Counters counters = exercise.run([&] {
    const int blocks = (n + threads - 1) / threads;
    if (in_order) {
      echo_in_order<<<blocks, threads>>>(out.data(), in.data(), n);
    } else {
      echo_by_order<<<blocks, threads>>>(out.data(), in.data(), order.data(), n);
    }
  });
  const float w[kTaps] = {0.5f, 0.25f, -0.75f, 1.5f};
  exercise.expect(out,
                  [&](long long i) {
                    double sum = in.before()[i / threads * threads];
                    for (int k = 0; k < kTaps; ++k) {
                      const int tap = in_order ? k : order.before()[k];
                      sum = sum / 2 + w[tap] * in.before()[(i + tap) % n];
                    }
                    return sum;
                  },
                  {.absolute = 1e-5});
  exercise.require(!kCountsInsteadOfTimes || agree(right, counters),
                   "the kernel is not the one that came with the exercise");
  for (const auto& row : rows) {
    exercise.require(row.yours == row.right, std::string(row.name) + ": predicted " +
                                                 std::to_string(row.yours) + ", counted " +
                                                 std::to_string(row.right) + ": " + row.question);
  }
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  const int launches[][2] = {{256, 128}, {1, 32},  {250, 64}, {33, 1024},  {1009, 96},
                             {77, 1},    {65, 65}, {500, 48}, {20011, 100}};
  for (const auto& [n, threads] : launches) {
    check(exercise, true, n, threads);
    check(exercise, false, n, threads);
    if (exercise.failed()) break;
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
