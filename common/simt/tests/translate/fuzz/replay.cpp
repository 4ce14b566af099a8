// Runs the fuzz target without a fuzzer: on the corpus, and on mutations of it that are the same
// in every run.
//   replay CORPUS_FOLDER DICTIONARY [MUTATIONS]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The strings between the quotes of a libFuzzer dictionary.
std::vector<std::string> read_dictionary(const char* path) {
  std::vector<std::string> words;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const auto open = line.find('"'), close = line.rfind('"');
    if (line.empty() || line[0] == '#' || open == close) continue;
    std::string word;
    for (auto i = open + 1; i < close; ++i) {
      if (line[i] == '\\') ++i;
      word += line[i];
    }
    words.push_back(word);
  }
  return words;
}

class Mutator {
 public:
  explicit Mutator(std::vector<std::string> words) : words_(std::move(words)) {}

  std::string mutate(std::string text, const std::string& other) {
    for (std::size_t i = 0, changes = below(4) + 1; i < changes; ++i) {
      const std::size_t at = below(text.size() + 1), length = below(16);
      switch (below(6)) {
        case 0:
          text.erase(at, length);
          break;
        case 1:
          text.insert(at, words_[below(words_.size())]);
          break;
        case 2:
          text.replace(at, length, words_[below(words_.size())]);
          break;
        case 3:
          text.insert(at, 1, static_cast<char>(below(256)));
          break;
        case 4:
          text.insert(at, other, below(other.size() + 1), 4 * length);
          break;
        case 5:
          text.resize(at);
          break;
      }
    }
    return text;
  }

  std::size_t below(std::size_t bound) { return random_() % bound; }

 private:
  std::mt19937 random_{1};  // not a distribution: those differ between libraries
  std::vector<std::string> words_;
};

void run(const std::string& text) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: replay CORPUS_FOLDER DICTIONARY [MUTATIONS]\n");
    return 2;
  }
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
    paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> corpus;
  for (const auto& path : paths) corpus.push_back(read(path));
  Mutator mutator(read_dictionary(argv[2]));
  const int mutations = argc > 3 ? std::atoi(argv[3]) : 10000;
  if (corpus.empty()) {
    std::fprintf(stderr, "%s is empty\n", argv[1]);
    return 1;
  }
  for (const std::string& text : corpus) run(text);
  for (int i = 0; i < mutations; ++i) {
    const std::string& text = corpus[mutator.below(corpus.size())];
    run(mutator.mutate(text, corpus[mutator.below(corpus.size())]));
  }
  std::printf("%zu files and %d mutations of them\n", corpus.size(), mutations);
}
