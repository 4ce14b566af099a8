#include "tutorial/exercise.cuh"
#include "tutorial/launches.cuh"
#include "tutorial/watched_calls.cuh"
#undef cudaGetLastError  // kernels call it, too

inline int limits_set = 0;
#define cudaDeviceSetLimit(...) (++limits_set, cudaDeviceSetLimit(__VA_ARGS__))
#include "tutorial/submission.cuh"
#undef cudaDeviceSetLimit

namespace check {  // so that an answer may have names of its own

using Picture = std::vector<unsigned char>;

// Walks through the tree that the learner has made, and through the picture.
class Walk {
 public:
  Walk(Exercise& exercise, const Picture& picture, int size, int tolerance, std::vector<Node> nodes)
      : exercise_(exercise),
        picture_(picture),
        size_(size),
        tolerance_(tolerance),
        nodes_(std::move(nodes)),
        seen_(nodes_.size(), false) {
    visit(0, 0, 0, size, 0);
  }
  int inner = 0, all = 0, whole = 0, depth = 0;
  bool has(long long node) const { return seen_[node]; }

 private:
  void visit(int index, int x, int y, int side, int level) {
    const Node node = nodes_[index];
    const std::string name = "node " + std::to_string(index) + ", the square of " +
                             std::to_string(side) + " x " + std::to_string(side) + " at (" +
                             std::to_string(x) + ", " + std::to_string(y) + ")";
    exercise_.require(!seen_[index], name + ", is another square, too");
    int darkest = 255, brightest = 0;
    for (int i = 0; i < side * side; ++i) {
      const int pixel = picture_[(y + i / side) * size_ + x + i % side];
      darkest = std::min(darkest, pixel);
      brightest = std::max(brightest, pixel);
    }
    const auto compare = [&](const char* what, int got, int expected) {
      const std::string wrong = difference(got, expected);
      exercise_.require(wrong.empty(), name + ": " + what + ": " + wrong);
    };
    compare("darkest", node.darkest, darkest);
    compare("brightest", node.brightest, brightest);
    if (exercise_.failed()) return;
    seen_[index] = true;
    ++all;
    depth = std::max(depth, level);
    const bool is_divided = brightest - darkest > tolerance_ && side > kSmallest;
    if (node.children == 0) {
      whole += is_divided;
      return;
    }
    ++inner;
    exercise_.require(is_divided, name + " is divided, and should not be");
    exercise_.require(node.children > 0 && node.children + 4 <= static_cast<int>(nodes_.size()),
                      name + " has children " + std::to_string(node.children) + " and on");
    for (int k = 0; k < 4 && !exercise_.failed(); ++k) {
      const int half = side / 2;
      visit(node.children + k, x + k % 2 * half, y + k / 2 * half, half, level + 1);
    }
  }

  Exercise& exercise_;
  const Picture& picture_;
  const int size_, tolerance_;
  const std::vector<Node> nodes_;
  std::vector<bool> seen_;
};

// @param pending how many launches may be pending
void check_picture(Exercise& exercise, const std::string& name, const Picture& picture, int size,
                   int tolerance, int capacity, int pending) {
  if (exercise.failed()) return;
  exercise.begin(name);
  const Buffer<unsigned char> pixels(picture);
  const Buffer<Node> nodes(capacity);
  std::size_t limit = 0;
  CHECK(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount));
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, pending));
  Counters counters;
  Summary summary = {};
  calls::forget();
  limits_set = 0;
  const Launches launches = record_launches([&] {
    counters = exercise.run(
        [&] { summary = build_tree(nodes.data(), capacity, pixels.data(), size, tolerance); });
  });
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit));
  const std::vector<Node> got = nodes.read();
  const bool is_untouched =
      std::memcmp(got.data(), nodes.before().data(), capacity * sizeof(Node)) == 0;
  if (!exercise.open(!is_untouched || summary.nodes != 0)) return;
  const Walk walk(exercise, picture, size, tolerance, got);
  if (exercise.failed()) return;
  exercise.require(nodes.guard_damage().empty(), nodes.guard_damage());

  // A block looks at a square, or its warps look at several.
  exercise.written_by(nodes, {.warps_at_least = std::max(walk.all / 8, 1),
                              .blocks_at_least = std::max(walk.all / 16, 1),
                              .where = [&](long long i) { return walk.has(i); },
                              .name = "nodes"});

  const auto compare = [&](const char* what, int told, int expected) {
    exercise.require(told == expected, std::string(what) + " is " + std::to_string(told) +
                                           ", and the tree has " + std::to_string(expected));
  };
  compare("summary.nodes", summary.nodes, walk.all);
  compare("summary.whole", summary.whole, walk.whole);
  exercise.require(walk.whole == 0 || walk.all + 4 > capacity,
                   std::to_string(walk.whole) + " nodes are not divided, with " +
                       std::to_string(walk.all) + " nodes of " + std::to_string(capacity));
  exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
  exercise.require(limits_set == 0,
                   "the limit of pending launches was changed; it has to do as it is");

  if (!kHasLaunches) return;
  const int by_host = static_cast<int>(launches.all().size()) - launches.by_kernels();
  const int accepted = launches.by_kernels();
  exercise.require(summary.refused == launches.refused(),
                   "summary.refused is " + std::to_string(summary.refused) + ", and " +
                       std::to_string(launches.refused()) +
                       " launches by kernels were refused: a launch counts once, however many "
                       "blocks its grid has");
  // A program that launches level by level may never have too many pending.
  if (launches.refused() == 0) {
    exercise.limit("launches by the host", by_host, 1,
                   "the kernel launches what comes next, as long as no launch is refused");
  }
  // A tail launch or two in each step of the host, besides one for each square.
  exercise.limit("launches by kernels", accepted, walk.inner + 2 * by_host,
                 "one grid can look at all four children of a square");
  exercise.limit("depth of the launches", launches.depth(), walk.depth + 1,
                 "a child for each level of the tree is enough");
  // All grids together look at each pixel once in each level. What each costs besides, is added up.
  exercise.limit_busiest_warp(
      counters, 4.0 * size * size / kBlock * (walk.depth + 1) + 60 * accepted + 400 * by_host,
      "share the pixels of a square out among the threads of a block");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  const auto draw = [](int size, auto pixel) {
    Picture picture;
    for (int i = 0; i < size * size; ++i) {
      picture.push_back(static_cast<unsigned char>(pixel(i % size, i / size)));
    }
    return picture;
  };
  const auto rings = [](int x, int y) { return ((x - 90) * (x - 90) + 2 * y * y) / 2000 % 6 * 40; };
  const auto steep = [](int x, int y) { return 50 * x + y; };
  const auto slope = [](int x, int y) { return x / 4 + y / 8; };
  const std::vector<int> noise = random_ints(128 * 128, 0, 255);
  const Picture noisy = draw(128, [&](int x, int y) { return noise[y * 128 + x]; });
  constexpr int kMany = 2048;
  check_picture(exercise, "4 x 4 pixels", draw(4, steep), 4, 0, 5, kMany);
  check_picture(exercise, "all black", Picture(64 * 64, 0), 64, 0, 100, kMany);
  check_picture(exercise, "a slope", draw(64, slope), 64, 3, 2000, kMany);
  check_picture(exercise, "rings", draw(256, rings), 256, 39, 6000, kMany);
  check_picture(exercise, "noise", noisy, 128, 10, 1365, kMany);
  check_picture(exercise, "noise, room for 1001 nodes", noisy, 128, 10, 1001, kMany);
  check_picture(exercise, "noise, room for 1003 nodes", noisy, 128, 10, 1003, kMany);
  check_picture(exercise, "rings, 1 node", draw(256, rings), 256, 39, 1, kMany);
  check_picture(exercise, "rings, up to 64 launches pending", draw(256, rings), 256, 39, 6000, 64);
  check_picture(exercise, "noise, up to 16 launches pending, room for 1002 nodes", noisy, 128, 10,
                1002, 16);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
