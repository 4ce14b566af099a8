// What a GPU did, and when: a library that CUDA loads into any program, after which CUPTI tells it of
// every kernel, copy, memset and, if asked to, of the pages of managed memory that moved.
//
//   g++ -shared -fPIC -o libactivity.so docs/measured/activity.cpp -I$CUDA/include -L$CUDA/lib64 -lcupti
//   CUDA_INJECTION64_PATH=$PWD/libactivity.so ACTIVITY=overlap.csv build-cuda/bin/overlap_transfers
//   CUDA_INJECTION64_PATH=$PWD/libactivity.so ACTIVITY=pages.csv ACTIVITY_PAGES=1 build-cuda/bin/ping_pong
//
// A line per operation: kind, name, stream, begin and end in nanoseconds since the first, bytes.
// Recording pages slows a program down: take times from a run without it.
#include <cupti.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

namespace {

struct Operation {
  std::string kind, name;
  uint32_t stream;
  uint64_t begin, end, bytes;
};

std::mutex mutex;
std::vector<Operation> operations;

const char* copy_kind(uint8_t kind) {
  switch (kind) {
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOD:
      return "copy to device";
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOH:
      return "copy to host";
    default:
      return "copy";
  }
}

const char* page_kind(CUpti_ActivityUnifiedMemoryCounterKind kind) {
  switch (kind) {
    case CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_HTOD:
      return "pages to device";
    case CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_DTOH:
      return "pages to host";
    case CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_CPU_PAGE_FAULT_COUNT:
      return "faults of the host";
    case CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_GPU_PAGE_FAULT:
      return "faults of the device";
    case CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_THRASHING:
      return "thrashing";
    case CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_REMOTE_MAP:
      return "mapped in place";
    default:
      return "other";
  }
}

void add(const CUpti_Activity* record) {
  switch (record->kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: {
      const auto* kernel = reinterpret_cast<const CUpti_ActivityKernel10*>(record);
      operations.push_back(
          {"kernel", kernel->name, kernel->streamId, kernel->start, kernel->end, 0});
      break;
    }
    case CUPTI_ACTIVITY_KIND_MEMCPY: {
      const auto* copy = reinterpret_cast<const CUpti_ActivityMemcpy6*>(record);
      operations.push_back(
          {copy_kind(copy->copyKind), "", copy->streamId, copy->start, copy->end, copy->bytes});
      break;
    }
    case CUPTI_ACTIVITY_KIND_MEMSET: {
      const auto* set = reinterpret_cast<const CUpti_ActivityMemset4*>(record);
      operations.push_back({"memset", "", set->streamId, set->start, set->end, set->bytes});
      break;
    }
    case CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER: {
      const auto* pages = reinterpret_cast<const CUpti_ActivityUnifiedMemoryCounter3*>(record);
      // `value` is bytes for transfers, and a number for faults.
      operations.push_back({page_kind(pages->counterKind), "", pages->streamId, pages->start,
                            std::max(pages->start, pages->end), pages->value});
      break;
    }
    default:
      break;
  }
}

void CUPTIAPI give_buffer(uint8_t** buffer, size_t* bytes, size_t* most_records) {
  *bytes = 8 << 20;
  *buffer = static_cast<uint8_t*>(std::aligned_alloc(8, *bytes));
  *most_records = 0;
}

void CUPTIAPI take_buffer(CUcontext, uint32_t, uint8_t* buffer, size_t, size_t bytes) {
  const std::lock_guard lock(mutex);
  CUpti_Activity* record = nullptr;
  while (cuptiActivityGetNextRecord(buffer, bytes, &record) == CUPTI_SUCCESS) add(record);
  std::free(buffer);
}

void write() {
  cuptiActivityFlushAll(1);
  const std::lock_guard lock(mutex);
  const char* path = std::getenv("ACTIVITY");
  FILE* file = path != nullptr ? std::fopen(path, "w") : stdout;
  if (file == nullptr) {
    std::perror(path);
    return;
  }
  std::sort(operations.begin(), operations.end(),
            [](const Operation& a, const Operation& b) { return a.begin < b.begin; });
  const uint64_t zero = operations.empty() ? 0 : operations.front().begin;
  std::fprintf(file, "kind,name,stream,begin,end,bytes\n");
  for (const Operation& o : operations) {
    std::fprintf(file, "%s,%s,%u,%llu,%llu,%llu\n", o.kind.c_str(), o.name.c_str(), o.stream,
                 static_cast<unsigned long long>(o.begin - zero),
                 static_cast<unsigned long long>(o.end - zero),
                 static_cast<unsigned long long>(o.bytes));
  }
  if (file != stdout) std::fclose(file);
}

void enable(CUpti_ActivityKind kind) {
  if (const CUptiResult result = cuptiActivityEnable(kind); result != CUPTI_SUCCESS) {
    const char* text = "";
    cuptiGetResultString(result, &text);
    std::fprintf(stderr, "CUPTI: activity %d: %s\n", static_cast<int>(kind), text);
  }
}

}  // namespace

// CUDA calls this when it is initialised.
extern "C" int InitializeInjection() {
  cuptiActivityRegisterCallbacks(give_buffer, take_buffer);
  if (std::getenv("ACTIVITY_PAGES") != nullptr) {
    std::vector<CUpti_ActivityUnifiedMemoryCounterConfig> counters;
    for (const auto kind : {CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_HTOD,
                            CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_DTOH,
                            CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_CPU_PAGE_FAULT_COUNT,
                            CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_GPU_PAGE_FAULT,
                            CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_THRASHING,
                            CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_REMOTE_MAP}) {
      counters.push_back(
          {CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_PROCESS_SINGLE_DEVICE, kind, 0, 1});
    }
    cuptiActivityConfigureUnifiedMemoryCounter(counters.data(),
                                               static_cast<uint32_t>(counters.size()));
    enable(CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER);
  }
  enable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  enable(CUPTI_ACTIVITY_KIND_MEMCPY);
  enable(CUPTI_ACTIVITY_KIND_MEMSET);
  std::atexit(write);
  return 1;
}
