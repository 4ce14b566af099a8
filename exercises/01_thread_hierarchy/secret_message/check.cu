#include "tutorial/exercise.cuh"
#include "tutorial/host_array.cuh"
#include "tutorial/launches.cuh"
#include "tutorial/watched_copies.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

struct Outcome {
  std::string text;
  cudaError_t error;
  Counters counters;
  Launches launches;
};

std::vector<char> characters(const std::string& text) { return {text.begin(), text.end()}; }

Outcome call(Exercise& exercise, const std::string& text, const std::string& key, int threads,
             bool after_a_refused_one = false) {
  Outcome outcome;
  const HostArray<char> of_caller(exercise, "text", characters(text));
  const HostArray<char> key_of_caller(exercise, "key", characters(key));
  calls::forget();
  calls::forget_copies();
  calls::watch_loads_of(of_caller);
  const int n = static_cast<int>(text.size()), key_length = static_cast<int>(key.size());
  const auto deciphers = [&] {
    if (after_a_refused_one) {
      std::string other = text;
      decipher(other.data(), n, key.data(), key_length, 1025);
      calls::forget();
      calls::forget_copies();
    }
    outcome.error = decipher(of_caller.data(), n, key_of_caller.data(), key_length, threads);
    cudaGetLastError();  // an error that was returned is not an error of the next call
  };
  outcome.launches = record_launches([&] { outcome.counters = exercise.run(deciphers); });
  outcome.text.assign(of_caller.data(), n);
  exercise.require(key_of_caller.values() == characters(key), "the key has changed");
  exercise.open(outcome.error != cudaSuccess || !calls::made.empty() || outcome.text != text);
  return outcome;
}

// Mostly letters and what stands next to them in ASCII, and some of any character.
std::string random_text(int n) {
  std::string text(n, ' ');
  const std::vector<int> letters = random_ints(text.size(), 'A' - 3, 'Z' + 3),
                         others = random_ints(text.size(), -128, 127);
  for (std::size_t i = 0; i < text.size(); ++i) {
    text[i] = static_cast<char>(i % 5 == 3 ? others[i] : letters[i]);
  }
  return text;
}

std::string random_key(int length) {
  const std::vector<int> letters = random_ints(length, 'A', 'Z');
  return {letters.begin(), letters.end()};
}

std::string deciphered(std::string text, const std::string& key) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] < 'A' || text[i] > 'Z') continue;
    const int letter = text[i] - key[i % key.size()];
    text[i] = static_cast<char>('A' + (letter + 26) % 26);
  }
  return text;
}

std::string quoted(char c) {
  const bool is_visible = c >= ' ' && c <= '~';
  return is_visible ? std::string("'") + c + "'" : "character " + std::to_string(c);
}

void check_result(Exercise& exercise, const Outcome& outcome, const std::string& text,
                  const std::string& key) {
  exercise.require(outcome.error == cudaSuccess,
                   std::string("it returned ") + cudaGetErrorName(outcome.error));
  const std::string right = deciphered(text, key);
  const auto different = std::mismatch(right.begin(), right.end(), outcome.text.begin()).first;
  if (const std::size_t i = different - right.begin(); i < text.size()) {
    exercise.require(false, "text[" + std::to_string(i) + "], which was " + quoted(text[i]) +
                                ": expected " + quoted(right[i]) + ", got " +
                                quoted(outcome.text[i]));
  }
  exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
}

void check_cost(Exercise& exercise, const Outcome& outcome, const std::string& text, int key_length,
                int threads) {
  const Counters& counters = outcome.counters;
  const int n = static_cast<int>(text.size());
  const std::string from_host =
      calls::not_from_a_kernel(text.data(), outcome.text.data(), n, "the text");
  exercise.require(from_host.empty(), from_host);
  exercise.require(!kHasLaunches || outcome.launches.has(threads),
                   "no launch has blocks of " + std::to_string(threads) +
                       " threads: the caller has chosen the block size");
  if (kCountsInsteadOfTimes) {
    exercise.require(counters.global_load_sectors >= n / 32,
                     "the kernel has loaded " +
                         tutorial::short_number(counters.global_load_sectors) +
                         " sectors; the text has " + std::to_string((n + 31) / 32));
  }
  exercise.limit_of_model("bytes copied to the device", counters.copied_bytes, n + key_length,
                          "the text goes there once, and so does the key");
  const std::string too_few = too_few_threads(outcome.launches, n, 16, "characters");
  exercise.require(too_few.empty(), too_few);
  calls::loads_are_shared<char>(exercise, {.per_warp_at_most = 16 * std::min(threads, 32),
                                           .name = "the text",
                                           .task = "a thread has one character, or up to 16"});
  exercise.limit_busiest_warp(counters, 400);
}

// The text of README.md.
void print_message(Exercise& exercise) {
  const std::string text =
      "BIMT SKTLS BWKV W GGKGIPI: PHLFRWTV, CFEU ZC, CPQNTW, TDLY DQT, BRVT. "
      "RHG VPYH DB KWAM LDEKWAR XP NDNKVS.";
  exercise.begin("the message of README.md");
  const Outcome outcome = call(exercise, text, "WARP", 32);
  check_result(exercise, outcome, text, "WARP");
  if (!exercise.failed()) {
    std::printf("The message: %s\n", outcome.text.c_str());
  }
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const struct {
    int n, key_length, threads;
  } tasks[] = {{1, 1, 32},        {31, 4, 32},       {32, 7, 64},        {33, 26, 1024},
               {5, 40, 96},       {0, 3, 128},       {1009, 1, 1024},    {1009, 2000, 256},
               {4096, 5, 33},     {8193, 17, 512},   {1009, 3, 1},       {20011, 9, 256},
               {70001, 300, 128}, {70001, 11, 1024}, {1009, 70001, 256}, {131101, 2, 96},
               {100003, 5, 1},    {100003, 40, 32}};
  for (const auto& [n, key_length, threads] : tasks) {
    exercise.begin("n = " + std::to_string(n) + ", a key of " + std::to_string(key_length) +
                   ", threads " + std::to_string(threads));
    const std::string text = random_text(n), key = random_key(key_length);
    const Outcome outcome = call(exercise, text, key, threads);
    check_result(exercise, outcome, text, key);
    if (n > 1000) check_cost(exercise, outcome, text, key_length, threads);
    if (exercise.failed()) return exercise.verdict();
  }
  exercise.twice("n = 333, a key of 8, threads 64", [&] {
    const std::string text = random_text(333), key = random_key(8);
    check_result(exercise, call(exercise, text, key, 64), text, key);
  });
  if (exercise.failed()) return exercise.verdict();
  print_message(exercise);

  // What goes wrong must not go unnoticed.
  const std::string text = random_text(1009), key = random_key(12);
  const auto expect_error = [&](int threads, cudaError_t name, cudaError_t older) {
    if (exercise.failed()) return;
    const Outcome outcome = call(exercise, text, key, threads);
    exercise.require(outcome.error == name || outcome.error == older,
                     std::string("it returned ") + cudaGetErrorName(outcome.error) +
                         "; the first error is " + cudaGetErrorName(name));
    exercise.require(outcome.text == text, "the text has changed although there was an error");
    exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
  };
  exercise.begin("threads = 1025");
  expect_error(1025, cudaErrorInvalidValue, cudaErrorInvalidConfiguration);
  exercise.begin("after threads = 1025, which returned its error, a call with threads = 96");
  const Outcome another = call(exercise, text, key, 96, /*after_a_refused_one=*/true);
  exercise.require(another.error == cudaSuccess,
                   std::string("it returned ") + cudaGetErrorName(another.error) +
                       ": is it the error of the call before, read and not removed?");
  check_result(exercise, another, text, key);
  calls::let_each_fail(exercise, calls::made, [&](const std::string& name) {
    exercise.begin(name);
    expect_error(96, calls::kFailure, calls::kFailure);
  });
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
