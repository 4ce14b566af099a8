#include "grid.h"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "../analysis/report.h"
#include "device.h"
#include "error.h"
#include "launch_order.h"
#include "print.h"
#include "probe.h"
#include "queue.h"
#include "settings.h"
#include "stream.h"
#include "worker.h"

namespace simt {
namespace {

/// The OS threads that run blocks. The device's own thread is the first worker; the others wait
/// here for a grid with more than one block.
class Pool {
 public:
  void run(Grid& grid) {
    const std::uint64_t helpers =
        std::min<std::uint64_t>(static_cast<unsigned>(settings().workers), grid.block_count) - 1;
    start_threads(static_cast<int>(helpers));
    {
      const std::lock_guard lock(mutex_);
      grid_ = &grid;
      wanted_ = static_cast<int>(helpers);
      running_ = wanted_;
    }
    if (helpers > 0) changed_.notify_all();
    first_.run(grid);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return running_ == 0; });
    grid_ = nullptr;
  }

 private:
  void start_threads(int count) {
    while (started_ < count) {
      const int number = ++started_;
      std::thread([this, number] { serve(number); }).detach();
    }
  }

  [[noreturn]] void serve(int number) {
    auto worker = std::make_unique<Worker>(number);
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return wanted_ > 0; });
      --wanted_;
      Grid& grid = *grid_;
      lock.unlock();
      worker->run(grid);
      lock.lock();
      if (--running_ == 0) changed_.notify_all();
    }
  }

  Worker first_{0};
  int started_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  Grid* grid_ = nullptr;
  int wanted_ = 0;   ///< threads that should still join
  int running_ = 0;  ///< threads that have not finished
};

}  // namespace

cudaError_t check_launch(const LaunchConfig& config, const KernelCall* call) {
  const dim3& grid = config.grid;
  const dim3& block = config.block;
  const bool grid_fits = grid.x >= 1 && grid.x <= 2147483647u && grid.y >= 1 && grid.y <= 65535 &&
                         grid.z >= 1 && grid.z <= 65535;
  const bool block_fits = block.x >= 1 && block.x <= 1024 && block.y >= 1 && block.y <= 1024 &&
                          block.z >= 1 && block.z <= 64 &&
                          block.x * block.y * block.z <= kMaxBlockThreads;
  if (!grid_fits || !block_fits) return cudaErrorInvalidValue;
  std::size_t shared_limit = kStaticSharedLimit;
  if (any_function_attributes()) shared_limit = dynamic_shared_limit(kernel_of(call));
  if (config.shared_bytes > shared_limit) return cudaErrorInvalidValue;
  return stream_error(config.stream);
}

namespace {

void run_launch(Grid& grid) {
  static auto* pool = new Pool;
  pool->run(grid);
  std::sort(grid.output.begin(), grid.output.end(),
            [](const BlockOutput& a, const BlockOutput& b) { return a.block < b.block; });
  for (const BlockOutput& output : grid.output) append_output(grid.number, output.text);
  count_launch(grid);
  if (grid.error.code != cudaSuccess) kernel_failed(grid.error);
}

bool launches_block() {
  static const char* value = std::getenv("CUDA_LAUNCH_BLOCKING");
  return value != nullptr && std::strcmp(value, "1") == 0;
}

}  // namespace

void Grid::fail(std::uint64_t block, KernelError&& why) {
  const std::lock_guard lock(mutex);
  if (block >= failed_block.load()) return;
  failed_block = block;
  error = std::move(why);
}

std::function<void()> launch_work(const LaunchConfig& config,
                                  const std::shared_ptr<const KernelCall>& call) {
  return [config, call, number = next_launch_number()] {
    if (device_error() != cudaSuccess) return report_in_order(number, nullptr);
    const auto grid = std::make_shared<Grid>();
    grid->config = config;
    grid->call = call.get();
    grid->block_count = std::uint64_t{config.grid.x} * config.grid.y * config.grid.z;
    grid->number = number;
    run_launch(*grid);
    report_in_order(number, [grid] { report_launch(*grid); });
  };
}

void enqueue(const LaunchConfig& config, KernelCall* call) {
  cudaError_t error = device_error();
  if (error == cudaSuccess) error = check_launch(config, call);
  if (result(error) != cudaSuccess) {
    call->destroy(call);
    return;
  }
  submit_launch({config, share(call), {}, nullptr});
}

void submit_launch(KernelWork work) {
  const cudaStream_t stream = work.config.stream;
  const TaskPtr task = submit_to(stream, std::move(work));
  if (launches_block()) {
    wait_for(task);
    flush_output();
    result(device_error());
  }
}

}  // namespace simt
