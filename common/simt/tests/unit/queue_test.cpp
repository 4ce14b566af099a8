// The device's queue: what waits for what, and what goes first when the device is full.
#include "operations/queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

using simt::submit;
using simt::TaskKind;
using simt::TaskPtr;

class Diary {
 public:
  std::function<void()> entry(char letter) {
    return [this, letter] {
      const std::lock_guard lock(mutex_);
      text_ += letter;
    };
  }
  std::string text() {
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  std::mutex mutex_;
  std::string text_;
};

TEST(Queue, TasksWaitForWhatTheyDependOn) {
  Diary diary;
  std::promise<void> gate;
  const TaskPtr first = submit([&] { gate.get_future().wait(); }, TaskKind::kCopy, 0, {});
  const TaskPtr marker = submit(diary.entry('m'), TaskKind::kMarker, 0, {first});
  const TaskPtr last = submit(diary.entry('l'), TaskKind::kCopy, 0, {marker, nullptr});
  const TaskPtr other = submit(diary.entry('o'), TaskKind::kCopy, 0, {});
  simt::wait_for(other);
  EXPECT_FALSE(simt::finished(first) || simt::finished(marker) || simt::finished(last));
  EXPECT_EQ(diary.text(), "o");
  gate.set_value();
  simt::wait_for(last);
  EXPECT_EQ(diary.text(), "oml");
}

/// Tasks that run or can begin, and calls that wait, as soon as these are so many.
bool comes_to(unsigned running, unsigned waiting_calls) {
  for (;;) {  // ctest ends it
    const simt::Activity now = simt::activity();
    if (now.running == running && now.waiting_calls == waiting_calls) return true;
    std::this_thread::yield();
  }
}

TEST(Queue, KnowsWhatRunsAndWhoWaits) {
  EXPECT_TRUE(comes_to(0, 0));
  std::promise<void> gate, other_gate;
  const TaskPtr first = submit([&] { gate.get_future().wait(); }, TaskKind::kCopy, 0, {});
  const TaskPtr marker = submit(nullptr, TaskKind::kMarker, 0, {first});
  const TaskPtr last = submit([] {}, TaskKind::kKernel, 0, {marker});
  const TaskPtr held = simt::submit_held(nullptr);
  EXPECT_TRUE(comes_to(1, 0));
  const TaskPtr other = submit([&] { other_gate.get_future().wait(); }, TaskKind::kCopy, 0, {});
  EXPECT_TRUE(comes_to(2, 0));
  std::thread waits([&] { simt::wait_for(last); }), drains([] { simt::drain(); });
  EXPECT_TRUE(comes_to(2, 2));
  gate.set_value();
  waits.join();
  EXPECT_TRUE(comes_to(1, 1));
  simt::complete_held(held);
  other_gate.set_value();
  drains.join();
  EXPECT_TRUE(comes_to(0, 0));
}

TEST(Queue, TasksThatWaitForEachOtherAllRun) {
  constexpr int kTasks = 40;
  std::atomic<int> running{0};
  for (int i = 0; i < kTasks; ++i) {
    submit(
        [&] {
          ++running;
          while (running < kTasks) std::this_thread::yield();
        },
        TaskKind::kCopy, 0, {});
  }
  simt::drain();
  EXPECT_EQ(running, kTasks);
}

TEST(Queue, HigherPrioritiesGoFirstWhenTheDeviceIsFull) {
  Diary diary;
  std::promise<void> gate;
  const std::shared_future<void> is_open = gate.get_future().share();
  std::atomic<unsigned> waiting{0};
  std::vector<TaskPtr> tasks;
  for (unsigned i = 0; i < simt::kConcurrentKernels; ++i) {
    tasks.push_back(submit(
        [&, is_open] {
          ++waiting;
          is_open.wait();
        },
        TaskKind::kKernel, 0, {}));
  }
  while (waiting < simt::kConcurrentKernels) std::this_thread::yield();
  // One at a time, whatever the device can do: each but the first waits for the one that goes first.
  submit(diary.entry('l'), TaskKind::kKernel, 0, {});
  submit(diary.entry('L'), TaskKind::kKernel, 0, {});
  submit(diary.entry('h'), TaskKind::kKernel, -5, {});
  submit(diary.entry('m'), TaskKind::kKernel, -1, {});
  gate.set_value();
  simt::drain();
  if (simt::kConcurrentKernels == 1) {
    EXPECT_EQ(diary.text(), "hmlL");
  } else {
    EXPECT_EQ(diary.text().size(), 4u);
  }
}

TEST(Queue, DrainWaitsForLongChains) {
  TaskPtr last;
  int count = 0;
  for (int i = 0; i < 100000; ++i) {
    last = submit([&] { ++count; }, TaskKind::kCopy, 0, {last});
  }
  simt::drain();
  EXPECT_EQ(count, 100000);
}

TEST(Queue, ManyProducers) {
  std::atomic<int> count{0};
  std::vector<std::thread> producers;
  for (int p = 0; p < 4; ++p) {
    producers.emplace_back([&] {
      TaskPtr last;
      for (int i = 0; i < 2000; ++i) {
        const auto kind = static_cast<TaskKind>(i % 3);
        last = submit([&] { ++count; }, kind, -(i % 6), {last});
        if (i % 50 == 0) simt::wait_for(last);
      }
      simt::wait_for(last);
    });
  }
  for (std::thread& producer : producers) producer.join();
  EXPECT_EQ(count, 8000);
}

}  // namespace
