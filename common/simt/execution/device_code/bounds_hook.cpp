// What -fsanitize=bounds calls for an index that is out of the bounds of its array's type.
#include "base/worker.h"
#include "execution/block/watch/wrong_index.h"

extern "C" void __ubsan_handle_out_of_bounds(const void* array, std::uint64_t index);
void __ubsan_handle_out_of_bounds(const void* array, std::uint64_t index) {
  simt::Recorder& recorder = simt::worker().recorder;
  if (recorder.cursor == nullptr) return;  // host code
  if (recorder.wrong_index != nullptr) simt::check_wrong_index();
  recorder.wrong_index = array;
  recorder.wrong_index_value = index;
  recorder.wrong_index_pc = __builtin_return_address(0);
  recorder.last = nullptr;
}
