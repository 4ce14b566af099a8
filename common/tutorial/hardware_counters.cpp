// The device's counters through CUPTI's range profiler. Compiled where CUPTI is found; elsewhere
// hardware_counters.inl.cuh stands in for it.
#include "tutorial/hardware_counters.cuh"

#include <cuda.h>
#include <cuda_runtime.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tutorial/metrics.cuh"

namespace tutorial {
namespace {

void check(CUptiResult result, const char* what) {
  if (result == CUPTI_SUCCESS) return;
  switch (result) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
      throw std::runtime_error(
          "the driver keeps them for administrators; run as root, or put \"options nvidia "
          "NVreg_RestrictProfilingToAdminUsers=0\" into /etc/modprobe.d/nvidia.conf and reboot");
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
      throw std::runtime_error("another tool has them (Nsight, compute-sanitizer, a debugger)");
    case CUPTI_ERROR_HARDWARE_BUSY:
      throw std::runtime_error("another program has them");
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED:
      throw std::runtime_error("this virtual GPU has none");
    default:
      break;
  }
  const char* name = nullptr;
  cuptiGetResultString(result, &name);
  throw std::runtime_error(std::string(what) + ": " + (name == nullptr ? "CUPTI error" : name));
}

// CUPTI's functions take a struct that begins with its size.
template <class Parameters, class Fill>
Parameters call(CUptiResult (*function)(Parameters*), std::size_t size, const char* name,
                const Fill& fill) {
  Parameters parameters = {};
  parameters.structSize = size;
  fill(parameters);
  check(function(&parameters), name);
  return parameters;
}
#define CALL(function, Name, ...)                      \
  call(function, Name##_Params_STRUCT_SIZE, #function, \
       [&]([[maybe_unused]] Name##_Params& p) { __VA_ARGS__; })

// Only one program at a time can count. The others wait until this one ends.
class Turn {
 public:
  Turn() {
    std::error_code error;
    const auto folder = std::filesystem::temp_directory_path(error);
    file_ = open((folder / "cuda_by_chapter.counters").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file_ >= 0) flock(file_, LOCK_EX);
  }
  ~Turn() {
    if (file_ >= 0) close(file_);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  int file_;
};

// The device's range profiler, with one set of metrics: CUPTI keeps pointers into it, and a second set in
// the same process spoils the first.
class Profiler {
 public:
  Profiler() {
    check_driver();
    CALL(cuptiProfilerInitialize, CUpti_Profiler_Initialize);
    int device = 0;
    cudaFree(nullptr);  // makes the context
    cudaGetDevice(&device);
    const auto chip = CALL(cuptiDeviceGetChipName, CUpti_Device_GetChipName,
                           p.deviceIndex = static_cast<std::size_t>(device));
    configure(chip.pChipName, wanted_metrics());
    CUcontext context = current_context();
    profiler_ = CALL(cuptiRangeProfilerEnable, CUpti_RangeProfiler_Enable, p.ctx = context)
                    .pRangeProfilerObject;
  }

  // What the device counts for the launches of one range, which is replayed here.
  Figures count(const std::function<void()>& reset, const std::function<void()>& launch) {
    set_range(CUPTI_UserRange, CUPTI_UserReplay, 1);
    bool all_passes = false;
    while (!all_passes) {
      reset();
      cudaDeviceSynchronize();
      start();
      CALL(cuptiRangeProfilerPushRange, CUpti_RangeProfiler_PushRange,
           p.pRangeProfilerObject = profiler_;
           p.pRangeName = "launch");
      launch();
      cudaDeviceSynchronize();
      CALL(cuptiRangeProfilerPopRange, CUpti_RangeProfiler_PopRange,
           p.pRangeProfilerObject = profiler_);
      all_passes = stop();
    }
    decode();
    return evaluate(0);
  }

  // The sum over kernels, each of them a range that CUPTI replays; nothing if there is none. Not in a process
  // that has replayed ranges itself.
  std::optional<Figures> count_kernels(const std::function<void()>& launch) {
    set_range(CUPTI_AutoRange, CUPTI_KernelReplay, kMostKernels);
    start();
    launch();
    cudaDeviceSynchronize();
    stop();
    decode();
    const std::size_t kernels =
        CALL(cuptiRangeProfilerGetCounterDataInfo, CUpti_RangeProfiler_GetCounterDataInfo,
             p.pCounterDataImage = data_.data();
             p.counterDataImageSize = data_.size())
            .numTotalRanges;
    if (kernels == 0 || kernels >= kMostKernels) return {};
    Figures sum;
    for (std::size_t i = 0; i < kernels; ++i) {
      for (const auto& [metric, value] : evaluate(i)) sum[metric] += value;
    }
    return sum;
  }

 private:
  static constexpr std::size_t kMostKernels = 256;

  static void check_driver() {
    int driver = 0;
    cudaDriverGetVersion(&driver);
    if (driver < 12080) throw std::runtime_error("they need a driver for CUDA 12.8 or newer");
  }

  // Asked of the runtime: linked with libcuda, programs would not even start without a driver.
  static CUcontext current_context() {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found;
    CUcontext context = nullptr;
    if (cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &function, 12000, cudaEnableDefault,
                                         &found) == cudaSuccess &&
        found == cudaDriverEntryPointSuccess) {
      reinterpret_cast<CUresult (*)(CUcontext*)>(function)(&context);
    }
    if (context == nullptr) throw std::runtime_error("there is no context");
    return context;
  }

  static CUpti_Profiler_Host_Object* host_object(const char* chip) {
    return CALL(cuptiProfilerHostInitialize, CUpti_Profiler_Host_Initialize,
                p.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
                p.pChipName = chip)
        .pHostObject;
  }

  static std::vector<const char*> pointers(const std::vector<std::string>& texts) {
    std::vector<const char*> pointers;
    for (const std::string& text : texts) pointers.push_back(text.c_str());
    return pointers;
  }

  // Whether the chip has these metrics. A host object that has refused one is of no more use.
  static bool adds(CUpti_Profiler_Host_Object* host, std::vector<const char*> names) {
    CUpti_Profiler_Host_ConfigAddMetrics_Params p = {};
    p.structSize = CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE;
    p.pHostObject = host;
    p.ppMetricNames = names.data();
    p.numMetrics = names.size();
    return cuptiProfilerHostConfigAddMetrics(&p) == CUPTI_SUCCESS;
  }

  // Takes those of the metrics that the chip has.
  void configure(const char* chip, const std::vector<std::string>& metrics) {
    metrics_ = metrics;
    host_ = host_object(chip);
    if (!adds(host_, pointers(metrics_))) {
      std::erase_if(metrics_, [&](const std::string& metric) {
        return !adds(host_object(chip), {metric.c_str()});
      });
      host_ = host_object(chip);
      if (metrics_.empty() || !adds(host_, pointers(metrics_))) {
        throw std::runtime_error(std::string("this CUPTI does not know the chip ") + chip);
      }
    }
    names_ = pointers(metrics_);
    config_.resize(CALL(cuptiProfilerHostGetConfigImageSize, CUpti_Profiler_Host_GetConfigImageSize,
                        p.pHostObject = host_)
                       .configImageSize);
    CALL(cuptiProfilerHostGetConfigImage, CUpti_Profiler_Host_GetConfigImage, p.pHostObject = host_;
         p.configImageSize = config_.size(); p.pConfigImage = config_.data());
  }

  void set_range(CUpti_ProfilerRange range, CUpti_ProfilerReplayMode replay, std::size_t most) {
    data_.assign(
        CALL(cuptiRangeProfilerGetCounterDataSize, CUpti_RangeProfiler_GetCounterDataSize,
             p.pRangeProfilerObject = profiler_;
             p.pMetricNames = names_.data(); p.numMetrics = names_.size(); p.maxNumOfRanges = most;
             p.maxNumRangeTreeNodes = static_cast<std::uint32_t>(most))
            .counterDataSize,
        0);
    CALL(cuptiRangeProfilerCounterDataImageInitialize,
         CUpti_RangeProfiler_CounterDataImage_Initialize, p.pRangeProfilerObject = profiler_;
         p.counterDataSize = data_.size(); p.pCounterData = data_.data());
    CALL(cuptiRangeProfilerSetConfig, CUpti_RangeProfiler_SetConfig,
         p.pRangeProfilerObject = profiler_;
         p.configSize = config_.size(); p.pConfig = config_.data();
         p.counterDataImageSize = data_.size(); p.pCounterDataImage = data_.data(); p.range = range;
         p.replayMode = replay; p.maxRangesPerPass = most; p.numNestingLevels = 1;
         p.minNestingLevel = 1; p.passIndex = 0; p.targetNestingLevel = 1);
  }

  void start() {
    CALL(cuptiRangeProfilerStart, CUpti_RangeProfiler_Start, p.pRangeProfilerObject = profiler_);
  }

  // @return whether that was the last pass
  bool stop() {
    return CALL(cuptiRangeProfilerStop, CUpti_RangeProfiler_Stop,
                p.pRangeProfilerObject = profiler_)
               .isAllPassSubmitted != 0;
  }

  void decode() {
    CALL(cuptiRangeProfilerDecodeData, CUpti_RangeProfiler_DecodeData,
         p.pRangeProfilerObject = profiler_);
  }

  Figures evaluate(std::size_t range) {
    std::vector<double> values(names_.size());
    CALL(cuptiProfilerHostEvaluateToGpuValues, CUpti_Profiler_Host_EvaluateToGpuValues,
         p.pHostObject = host_;
         p.pCounterDataImage = data_.data(); p.counterDataImageSize = data_.size();
         p.rangeIndex = range; p.ppMetricNames = names_.data(); p.numMetrics = names_.size();
         p.pMetricValues = values.data());
    Figures figures;
    for (std::size_t i = 0; i < values.size(); ++i) figures[metrics_[i]] = values[i];
    return figures;
  }

  const Turn turn_;
  std::vector<std::string> metrics_;
  std::vector<const char*> names_;  // of metrics_
  CUpti_Profiler_Host_Object* host_ = nullptr;
  CUpti_RangeProfiler_Object* profiler_ = nullptr;
  std::vector<std::uint8_t> config_, data_;
};

struct State {
  Profiler* profiler = nullptr;  // never deleted: CUPTI may be gone at the end of the program
  bool is_tried = false;
  std::string why_not = {};
};

State& state() {
  static State state;
  return state;
}

// What `count` returns, or its default if the device cannot count: then nothing does from then on.
template <class Count>
auto try_to_count(const Count& count) -> decltype(count(std::declval<Profiler&>())) {
  state().is_tried = true;
  if (!state().why_not.empty()) return {};
  try {
    if (state().profiler == nullptr) state().profiler = new Profiler;
    return count(*state().profiler);
  } catch (const std::runtime_error& error) {
    state().why_not = error.what();
    return {};
  }
}

}  // namespace

std::string no_hardware_counters() {
  // Whether one may count shows when it begins.
  if (!state().is_tried) try_to_count([](Profiler& p) { return p.count([] {}, [] {}); });
  return state().why_not;
}

void switch_off_hardware_counters() { state() = {nullptr, true, "they are switched off"}; }

HardwareCounters count_on_device(const std::function<void()>& reset,
                                 const std::function<void()>& launch) {
  reset();
  launch();
  const Figures figures =
      try_to_count([&](Profiler& profiler) { return profiler.count(reset, launch); });
  return to_hardware_counters(figures);
}

Counters count_kernels(const std::function<void()>& launch) {
  bool is_launched = false;
  const std::optional<Figures> figures = try_to_count([&](Profiler& profiler) {
    return profiler.count_kernels([&] {
      is_launched = true;
      launch();
    });
  });
  if (!is_launched) launch();
  return figures ? to_counters(*figures) : Counters::unknown();
}

}  // namespace tutorial
