// What a GPU did, and when: a library that CUDA loads into any program, after which CUPTI tells it of
// every kernel, copy and memset and, if asked to, of the pages of managed memory that moved.
//
//   g++ -std=c++17 -shared -fPIC -o libactivity.so docs/measured/activity.cpp
//       -I$CUDA/include -I$CUDA/extras/CUPTI/include -L$CUDA/lib64 -L$CUDA/extras/CUPTI/lib64 -lcupti
//   CUDA_INJECTION64_PATH=$PWD/libactivity.so ACTIVITY=overlap.csv build-cuda/bin/overlap_transfers
//   CUDA_INJECTION64_PATH=$PWD/libactivity.so ACTIVITY_PAGES=pages.csv build-cuda/bin/ping_pong
//
// ACTIVITY gets a line per operation: kind, name, stream, begin and end in nanoseconds since the first,
// bytes. ACTIVITY_PAGES gets sums: a line for what has happened to pages during each kernel, one for the
// time before the next, and a last one for the whole program. Recording pages slows a program down:
// take times from a run without it.
#include <cupti.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <utility>
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

/// What happened to pages, in columns of the file.
struct Pages {
  uint64_t device_faults = 0;   ///< pages that kernels have not found
  uint64_t device_batches = 0;  ///< faults that the driver has begun to handle at the same time
  uint64_t host_faults = 0;
  // Bytes that moved because of a fault, beside one without being asked for, or by a prefetch.
  uint64_t to_device[3] = {}, to_host[3] = {};
  uint64_t evicted = 0, other = 0;  ///< bytes that moved to make room, and for other reasons
  uint64_t thrashing = 0,
           in_place = 0;  ///< how often the driver has seen the one, mapped the other

  void add(const Pages& p) {
    device_faults += p.device_faults, device_batches += p.device_batches;
    host_faults += p.host_faults, evicted += p.evicted, other += p.other;
    for (int i = 0; i < 3; ++i) to_device[i] += p.to_device[i], to_host[i] += p.to_host[i];
    thrashing += p.thrashing, in_place += p.in_place;
  }
};

struct PageEvent {
  uint64_t begin;
  Pages pages;
};

std::vector<PageEvent> page_events;

void add_bytes(Pages& pages, uint64_t (&by_cause)[3], uint32_t cause, uint64_t bytes) {
  switch (cause) {
    case CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_COHERENCE:
      by_cause[0] += bytes;
      break;
    case CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_PREFETCH:
      by_cause[1] += bytes;
      break;
    case CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_USER:
      by_cause[2] += bytes;
      break;
    case CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_EVICTION:
      pages.evicted += bytes;
      break;
    default:
      pages.other += bytes;
  }
}

// `value` is bytes, how many faults of one page were handled together, or a program counter.
Pages pages_of(const CUpti_ActivityUnifiedMemoryCounter3& record) {
  Pages pages;
  switch (record.counterKind) {
    case CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_HTOD:
      add_bytes(pages, pages.to_device, record.flags, record.value);
      break;
    case CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_DTOH:
      add_bytes(pages, pages.to_host, record.flags, record.value);
      break;
    case CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_CPU_PAGE_FAULT_COUNT:
      pages.host_faults = 1;
      break;
    case CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_GPU_PAGE_FAULT:
      pages.device_faults = 1;
      break;
    case CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_THRASHING:
      pages.thrashing = 1;
      break;
    case CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_REMOTE_MAP:
      pages.in_place = 1;
      break;
    default:
      break;
  }
  return pages;
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
      page_events.push_back({pages->start, pages_of(*pages)});
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

FILE* open(const char* path) {
  FILE* file = std::fopen(path, "w");
  if (file == nullptr) std::perror(path);
  return file;
}

void write_operations(const char* path) {
  FILE* file = open(path);
  if (file == nullptr) return;
  const uint64_t zero = operations.empty() ? 0 : operations.front().begin;
  std::fprintf(file, "kind,name,stream,begin,end,bytes\n");
  for (const Operation& o : operations) {
    std::fprintf(file, "%s,%s,%u,%llu,%llu,%llu\n", o.kind.c_str(), o.name.c_str(), o.stream,
                 static_cast<unsigned long long>(o.begin - zero),
                 static_cast<unsigned long long>(o.end - zero),
                 static_cast<unsigned long long>(o.bytes));
  }
  std::fclose(file);
}

void write_row(FILE* file, const char* when, const std::string& name, const Pages& p) {
  std::fprintf(file, "%s,%s", when, name.c_str());
  for (const uint64_t value : {p.device_faults, p.device_batches, p.to_device[0], p.to_device[1],
                               p.to_device[2], p.host_faults, p.to_host[0], p.to_host[1],
                               p.to_host[2], p.evicted, p.other, p.thrashing, p.in_place}) {
    std::fprintf(file, ",%llu", static_cast<unsigned long long>(value));
  }
  std::fprintf(file, "\n");
}

void write_pages(const char* path) {
  FILE* file = open(path);
  if (file == nullptr) return;
  std::stable_sort(page_events.begin(), page_events.end(),
                   [](const PageEvent& a, const PageEvent& b) { return a.begin < b.begin; });
  std::fprintf(file,
               "when,kernel,device faults,in batches,to device by fault,beside faults,by prefetch,"
               "host faults,to host by fault,beside faults,by prefetch,evicted,other bytes,"
               "thrashing,mapped in place\n");
  Pages all;
  uint64_t batch = 0;
  auto event = page_events.begin();
  const auto take_until = [&](uint64_t time) {
    Pages sum;
    for (; event != page_events.end() && event->begin < time; ++event) {
      sum.add(event->pages);
      if (event->pages.device_faults > 0 && std::exchange(batch, event->begin) != event->begin) {
        ++sum.device_batches;
      }
    }
    all.add(sum);
    return sum;
  };
  std::string last;
  for (const Operation& o : operations) {
    if (o.kind != "kernel") continue;
    write_row(file, last.empty() ? "before" : "after", last.empty() ? o.name : last,
              take_until(o.begin));
    write_row(file, "in", o.name, take_until(o.end));
    last = o.name;
  }
  write_row(file, "after", last, take_until(UINT64_MAX));
  write_row(file, "all", "", all);
  std::fclose(file);
}

CUpti_SubscriberHandle subscriber = nullptr;
bool counts_pages = false;

bool succeeded(const char* what, CUptiResult result) {
  if (result == CUPTI_SUCCESS) return true;
  const char* text = "";
  cuptiGetResultString(result, &text);
  std::fprintf(stderr, "CUPTI: %s: %s\n", what, text);
  return false;
}

void write() {
  cuptiActivityFlushAll(1);
  const std::lock_guard lock(mutex);
  std::sort(operations.begin(), operations.end(),
            [](const Operation& a, const Operation& b) { return a.begin < b.begin; });
  if (const char* path = std::getenv("ACTIVITY")) write_operations(path);
  if (const char* path = std::getenv("ACTIVITY_PAGES")) {
    if (counts_pages) {
      write_pages(path);
    } else {
      std::fprintf(stderr, "CUPTI: no context in which pages could be counted\n");
    }
  }
}

// CUPTI counts pages only after the driver is initialised, which it is not when it loads this library.
CUptiResult count_pages() {
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
  const CUptiResult result = cuptiActivityConfigureUnifiedMemoryCounter(
      counters.data(), static_cast<uint32_t>(counters.size()));
  if (result != CUPTI_SUCCESS) return result;
  return cuptiActivityEnable(CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER);
}

void CUPTIAPI on_resource(void*, CUpti_CallbackDomain, CUpti_CallbackId what, const void*) {
  static bool has_failed = false;
  if (counts_pages || has_failed || what == CUPTI_CBID_RESOURCE_CU_INIT_FINISHED) return;
  const CUptiResult result = count_pages();
  if (result == CUPTI_ERROR_NOT_READY) return;  // again with the next stream or module
  counts_pages = succeeded("pages", result);
  has_failed = !counts_pages;
}

}  // namespace

// CUDA calls this when it is initialised.
extern "C" int InitializeInjection() {
  cuptiActivityRegisterCallbacks(give_buffer, take_buffer);
  if (std::getenv("ACTIVITY_PAGES") != nullptr &&
      succeeded("subscription", cuptiSubscribe(&subscriber, on_resource, nullptr))) {
    succeeded("callbacks", cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE));
  }
  for (const auto kind : {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
                          CUPTI_ACTIVITY_KIND_MEMSET}) {
    succeeded("activity", cuptiActivityEnable(kind));
  }
  std::atexit(write);
  return 1;
}
