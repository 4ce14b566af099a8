/// @file
/// @ingroup simt_base
/// The `SIMT_*` environment variables.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "simt_order.h"

namespace simt {

inline constexpr int kMaxWorkers = 256;

/// What happens when a kernel reads uninitialised memory.
enum class InitCheck {
  kOff,
  kOn,    ///< stopped in shared memory; a warning in global memory
  kStop,  ///< stopped in both
};

struct Settings {
  int devices = 1;                        ///< SIMT_DEVICES: that the program finds
  int workers = 1;                        ///< SIMT_WORKERS: OS threads, default all cores
  Order order = Order::kFree;             ///< SIMT_ORDER: forward, reverse, random
  std::uint64_t seed = 1;                 ///< SIMT_SEED: of the random order
  double timeout_seconds = 60;            ///< SIMT_TIMEOUT: without progress
  double slow_seconds = 10;               ///< SIMT_SLOW: of a launch, without a word; or off
  bool check_shared = true;               ///< SIMT_CHECK_SHARED: on, off
  bool check_global = true;               ///< SIMT_CHECK_GLOBAL: races on global memory
  InitCheck check_init = InitCheck::kOn;  ///< SIMT_CHECK_INIT: reads of uninitialised memory
  bool check_shuffle = true;       ///< SIMT_CHECK_SHUFFLE: shuffles from lanes that take no part
  bool check_streams = true;       ///< SIMT_CHECK_STREAMS: order between host and streams
  bool check_leaks = true;         ///< SIMT_CHECK_LEAKS: memory that was never freed
  bool barrier_needs_all = false;  ///< SIMT_CHECK_BARRIER: all
  bool barrier_warns = true;       ///< SIMT_CHECK_BARRIER: warn, not live
  bool report_text = false;        ///< SIMT_REPORT=text: a table per launch on stderr
  std::string picture_folder;      ///< SIMT_PICTURE=FOLDER: an SVG per access site
  std::string trace_file;          ///< SIMT_TRACE=FILE.json: what the first cluster did
  std::string timeline_file;       ///< SIMT_TIMELINE=FILE.svg or FILE.csv
  std::string launches_file;       ///< SIMT_LAUNCHES=FILE.txt or FILE.svg
  bool launches_text = false;      ///< SIMT_LAUNCHES=text: the tree on stderr at the end
  std::string report_csv;          ///< SIMT_REPORT=FILE.csv: a row per launch
  bool pages_text = false;         ///< SIMT_PAGES=text: a table of managed memory at the end
  std::string pages_csv;           ///< SIMT_PAGES=FILE.csv
  /// SIMT_TIMELINE_STEPS=FIRST-LAST: what of the timeline the picture shows.
  long long timeline_first = 0, timeline_last = std::numeric_limits<long long>::max();
};

/// Read from the environment when the program starts. A bad value, or a SIMT_ variable that does not
/// exist, ends the process with one sentence and exit code 2.
const Settings& settings();

}  // namespace simt
