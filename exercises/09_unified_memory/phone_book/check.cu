#include <limits>
#include <map>

#include "tutorial/compat.cuh"
#include "tutorial/device.cuh"
#include "tutorial/patience.cuh"
#include "tutorial/stream_order.cuh"
#include "tutorial/watched_calls.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// A stream that outlives the books which have searches in it: they may wait for it until their end.
struct Stream {
  explicit Stream(unsigned flags) { CHECK(cudaStreamCreateWithFlags(&stream, flags)); }
  ~Stream() { CHECK(cudaStreamDestroy(stream)); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  cudaStream_t stream = nullptr;
};

// The learner's book, and what should be in it.
struct Books {
  explicit Books(int capacity) : book(capacity) {}

  void insert(int name, int number) {
    book.insert(name, number);
    expected[name] = number;
  }
  void erase(int name) {
    book.erase(name);
    expected.erase(name);
  }
  // The answers to all of the questions.
  std::vector<int> answers(const std::vector<int>& names) const {
    std::vector<int> numbers;
    for (const int name : names) {
      const auto found = expected.find(name);
      numbers.push_back(found != expected.end() ? found->second : kUnknown);
    }
    return numbers;
  }

  const Stream searches{cudaStreamDefault};
  PhoneBook book;
  std::map<int, int> expected;
};

// n names, no two alike, and some numbers.
std::vector<int> some_names(int n) {
  std::vector<int> names;
  for (const int gap :
       random_ints(n, 2, 40)) {  // between two names there is at least one that is none
    names.push_back(gap + (names.empty() ? -10 * n : names.back()));
  }
  const std::vector<int> order = random_ints(n, 0, n - 1);
  for (int i = 0; i < n; ++i) std::swap(names[i], names[order[i]]);
  return names;
}

// All names, and as many that are not in the book.
std::vector<int> questions_about(const std::vector<int>& names) {
  std::vector<int> questions;
  for (const int name : names) {
    questions.push_back(name);
    questions.push_back(name + 1);
  }
  questions.push_back(names[0]);
  return questions;
}

// One search, with nothing else in flight.
void check_search(Exercise& exercise, Books& books, const std::vector<int>& questions) {
  const int n = static_cast<int>(questions.size());
  const Buffer<int> names(questions), numbers(n);
  const cudaStream_t stream = books.searches.stream;
  Counters counters;
  const Timeline timeline = record_timeline([&] {
    counters = exercise.run([&] { books.book.look_up(numbers.data(), names.data(), n, stream); });
  });
  require_kernels_in(exercise, timeline, stream, "look_up");
  exercise.expect(numbers, books.answers(questions));
  // A thread for each name, but a thread may have some more.
  exercise.written_by(numbers, {.warps_at_least = std::max<long long>(numbers.size() / 128, 1),
                                .blocks_at_least = std::max<long long>(numbers.size() / 4096, 1),
                                .name = "numbers"});
  exercise.limit_of_model("bytes copied by a search", counters.copied_bytes, 0,
                          "the device can read the entries where the host has written them");
  exercise.limit_busiest_warp(counters, 60,
                              "a thread for each name, and about as many chains as names");
}

// What the host writes is there: nothing is copied after it.
template <class Change>
void change_without_copies(Exercise& exercise, const Change& change) {
  const Counters before = read_counters();
  change();
  exercise.limit_of_model(
      "bytes copied by insert() and erase()", (read_counters() - before).copied_bytes, 0,
      "the host's pointers are the device's, so it can search what the host has "
      "written");
}

void check_book(Exercise& exercise, int n) {
  calls::forget();
  {
    const std::vector<int> names = some_names(n), numbers = random_ints(2 * n, 0, 999999),
                           questions = questions_about(names);
    const int capacity = n + (n + 2) / 3 + (n + 3) / 4;  // as often as insert() is called
    Books books(capacity);
    exercise.begin("a book of " + std::to_string(n));
    change_without_copies(exercise, [&] {
      for (int i = 0; i < n; ++i) books.insert(names[i], numbers[i]);
    });
    exercise.open(!calls::made.empty());  // who has written the host's part has begun
    check_search(exercise, books, questions);
    if (exercise.failed()) return;
    const auto allocations = std::count_if(calls::made.begin(), calls::made.end(), [](auto& name) {
      return name.rfind("cudaMalloc", 0) == 0;
    });
    exercise.require(allocations <= 8, std::to_string(allocations) +
                                           " allocations: each of them begins a page, so take the "
                                           "entries from a few large ones");

    // Several chains for each entry, and entries that are taken a few pages at a time.
    const std::size_t enough = 64ull * capacity + (256 << 10);
    exercise.require(allocations > 0, "a book takes no memory: how many entries has it room for?");
    exercise.require(calls::device_bytes <= enough,
                     std::to_string(calls::device_bytes) + " bytes were allocated for " +
                         std::to_string(capacity) + " entries; " + std::to_string(enough) +
                         " are enough: the capacity says how many a book needs");

    exercise.begin("a book of " + std::to_string(n) + ", other numbers");
    for (int i = 0; i < n; i += 3) books.insert(names[i], numbers[n + i]);
    check_search(exercise, books, questions);
    exercise.begin("a book of " + std::to_string(n) + ", some names erased");
    change_without_copies(exercise, [&] {
      for (int i = 0; i < n; i += 2) books.erase(names[i]);
      books.erase(names[0] + 1);
    });
    check_search(exercise, books, questions);
    exercise.begin("a book of " + std::to_string(n) + ", some of them inserted again");
    for (int i = 0; i < n; i += 4) books.insert(names[i], numbers[n + i]);
    check_search(exercise, books, questions);
  }
  exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
}

// No name and no number is special.
void check_names(Exercise& exercise) {
  exercise.begin("a book with the names 0, -1, and the smallest and the largest one");
  const int smallest = std::numeric_limits<int>::min(), largest = std::numeric_limits<int>::max();
  const std::vector<int> names = {0, -1, smallest, largest};
  Books books(static_cast<int>(names.size()));
  for (const std::size_t in_the_book : {0, 1, 4}) {  // how many of them
    for (std::size_t i = 0; i < in_the_book; ++i) {
      if (books.expected.count(names[i]) == 0) books.insert(names[i], i == 2 ? 0 : names[i] / 2);
    }
    check_search(exercise, books, names);
  }
}

// Two books at the same time, with other numbers for the same names: none knows what is in the other one.
void check_two_books(Exercise& exercise) {
  exercise.begin("two books at the same time");
  constexpr int kNames = 333;
  const std::vector<int> names = some_names(kNames);
  Books home(kNames), work(kNames);
  for (const int name : names) {
    home.insert(name, name / 3);
    work.insert(name, -name / 7);
  }
  home.erase(names[5]);
  check_search(exercise, home, names);
  check_search(exercise, work, names);
}

// The host wants to change the book while two searches are in flight, one of which is held up.
template <class Change>
void check_change(Exercise& exercise, const std::string& name, int held_up, const Change& change) {
  constexpr int kNames = 1009;
  const Stream one(cudaStreamNonBlocking), other(cudaStreamNonBlocking);
  const cudaStream_t streams[] = {one.stream, other.stream};
  Books books(2 * kNames);
  const std::vector<int> names = some_names(kNames);
  for (const int i : names) books.insert(i, 10 * i);
  const Buffer<int> in(names), first_in(kNames), second_in(kNames), first(kNames), second(kNames);
  CHECK(cudaDeviceSynchronize());
  const std::vector<int> before = books.answers(names);

  exercise.begin(name + "() during the " + (held_up == 0 ? "first" : "second") +
                 " of two searches");
  Gate gate(streams[held_up]);
  for (int k = 0; k < 2; ++k) {  // the names come in through the stream of their search
    CHECK(cudaMemcpyAsync((k == 0 ? first_in : second_in).data(), in.data(), kNames * sizeof(int),
                          cudaMemcpyDeviceToDevice, streams[k]));
  }
  call_or_end(
      exercise,
      [&] {
        books.book.look_up(first.data(), first_in.data(), kNames, streams[0]);
        books.book.look_up(second.data(), second_in.data(), kNames, streams[1]);
      },
      "look_up() waits for the device");
  HostCall changed([&] { change(books, names[0]); });
  require_now(exercise, !returns(changed, kGlance),
              name + "() has changed the book, and the search has not even begun");
  gate.open();
  changed.get();
  exercise.run([] {});
  exercise.expect(first, before, {}, "first search");
  exercise.expect(second, before, {}, "second search");
  check_search(exercise, books, names);
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (device_attribute(cudaDevAttrConcurrentManagedAccess) == 0) {
    tutorial::skip("host and kernels cannot use managed memory at the same time");
  }
  for (const int n : {33, 1, 31, 1009, Exercise::kLarge}) {
    check_book(exercise, n);
    if (exercise.failed()) return exercise.verdict();
  }
  check_names(exercise);
  if (!exercise.failed()) check_two_books(exercise);
  if (exercise.failed()) return exercise.verdict();
  for (const int held_up : {0, 1}) {
    check_change(exercise, "insert", held_up,
                 [](Books& books, int name) { books.insert(name, 4711); });
    check_change(exercise, "erase", held_up, [](Books& books, int name) { books.erase(name); });
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
