#include "tutorial/note.cuh"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <stdlib.h>

namespace {

/// While it lives stderr is a terminal of its own.
class Terminal {
 public:
  Terminal() : terminal_(posix_openpt(O_RDWR | O_NOCTTY)), stderr_(dup(STDERR_FILENO)) {
    EXPECT_EQ(grantpt(terminal_), 0);
    EXPECT_EQ(unlockpt(terminal_), 0);
    const int end = open(ptsname(terminal_), O_RDWR | O_NOCTTY);
    dup2(end, STDERR_FILENO);
    close(end);
  }
  ~Terminal() {
    dup2(stderr_, STDERR_FILENO);
    close(stderr_);
    close(terminal_);
  }
  /// What has been written to it since the last call; it waits for that, but not forever.
  std::string written() const {
    pollfd readable{terminal_, POLLIN, 0};
    if (poll(&readable, 1, /*milliseconds*/ 5000) != 1) return "";
    char text[256];
    const ssize_t count = read(terminal_, text, sizeof text);
    return count > 0 ? std::string(text, static_cast<std::size_t>(count)) : "";
  }

 private:
  int terminal_, stderr_;
};

TEST(Note, IsOnTheTerminalUntilItsWorkIsDone) {
  const Terminal terminal;
  {
    const Note note("running × 4");
    EXPECT_EQ(terminal.written(), "running × 4 …\r");
  }
  EXPECT_EQ(terminal.written(), std::string(13, ' ') + '\r');
}

TEST(Note, StaysOutOfPipesAndFiles) {
  testing::internal::CaptureStderr();
  { const Note note("running"); }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
