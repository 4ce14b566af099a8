// What is in a stream has the name and the line of the call that has put it there.
#include "simt_timeline.h"

#include <string>

#include "api_objects.cuh"

namespace {

TEST(CallNames, AreThoseOfWhatIsInStreams) {
  int calls = 0;
  for (const Call& call : kCalls) {
    Objects objects;
    simt::start_timeline();
    ASSERT_EQ(call.run(objects), cudaSuccess) << call.name;
    end_capture(objects.stream);
    simt::stop_timeline();
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (const simt::TimelineOperation& operation : simt::timeline()) {
      if (operation.kind == simt::OperationKind::kKernel || operation.in_graph) continue;
      EXPECT_EQ(operation.name, call.function());
      EXPECT_NE(operation.line.find("api_objects.cuh:"), std::string::npos) << operation.line;
      ++calls;
    }
  }
  EXPECT_GE(calls, 26);
}

}  // namespace
