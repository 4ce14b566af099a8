// What the program writes to stderr, for the program itself, which hands it on.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <string>

class Told {
 public:
  Told() {
    int ends[2];
    if (pipe(ends) != 0 || dup2(ends[1], 2) < 0) _exit(6);
    close(ends[1]);
    from_ = ends[0];
  }
  ~Told() { dup2(stderr_, 2); }
  /// Whether `words` have been written so far. @param waits until something more is written
  bool has(const std::string& words, bool waits) {
    fcntl(from_, F_SETFL, waits ? 0 : O_NONBLOCK);
    char piece[512];
    const ssize_t size = read(from_, piece, sizeof piece);
    if (size > 0) {
      text_.append(piece, static_cast<std::size_t>(size));
      if (write(stderr_, piece, static_cast<std::size_t>(size)) < 0) _exit(6);
    }
    return text_.find(words) != std::string::npos;
  }

 private:
  const int stderr_ = dup(2);
  int from_;
  std::string text_;
};
