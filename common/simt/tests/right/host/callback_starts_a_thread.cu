// A callback of a stream starts the thread that takes the result: what came before the callback is done by then. One
// thread is of the C library, one of C++.
// prints: 3 5 7
// prints: 10 20 30
#include <cuda_runtime.h>
#include <pthread.h>

#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
int printed = 0;

struct Work {
  int* on_device;
  int results[3];
  pthread_t reader;
  std::thread other_reader;
  cudaStream_t stream;
};

__global__ void scale(int* numbers, int factor, int offset) {
  numbers[threadIdx.x] = factor * (int(threadIdx.x) + 1) + offset;
}

void* print(void* argument) {
  Work* work = static_cast<Work*>(argument);
  std::printf("%d %d %d\n", work->results[0], work->results[1], work->results[2]);
  const std::lock_guard<std::mutex> lock(mutex);
  ++printed;
  changed.notify_one();
  return nullptr;
}

void CUDART_CB on_completion(cudaStream_t, cudaError_t, void* argument) {
  Work* work = static_cast<Work*>(argument);
  pthread_create(&work->reader, nullptr, print, work);
}

void CUDART_CB on_completion_of_other(void* argument) {
  Work* work = static_cast<Work*>(argument);
  work->other_reader = std::thread(print, work);
}

int main() {
  Work* work;
  cudaMallocHost(&work, 2 * sizeof(Work));
  for (int i = 0; i < 2; ++i) {
    Work& w = *new (work + i) Work;
    cudaStreamCreate(&w.stream);
    cudaMalloc(&w.on_device, sizeof w.results);
    scale<<<1, 3, 0, w.stream>>>(w.on_device, i == 0 ? 2 : 10, i == 0 ? 1 : 0);
    cudaMemcpyAsync(w.results, w.on_device, sizeof w.results, cudaMemcpyDeviceToHost, w.stream);
    if (i == 0) {
      cudaStreamAddCallback(w.stream, on_completion, &w, 0);
    } else {
      cudaLaunchHostFunc(w.stream, on_completion_of_other, &w);
    }
    {
      std::unique_lock<std::mutex> lock(mutex);
      changed.wait(lock, [i] { return printed > i; });
    }
    cudaStreamSynchronize(w.stream);
    if (i == 0) {
      pthread_join(w.reader, nullptr);
    } else {
      w.other_reader.join();
    }
    cudaFree(w.on_device);
    cudaStreamDestroy(w.stream);
    w.~Work();
  }
  cudaFreeHost(work);
}
