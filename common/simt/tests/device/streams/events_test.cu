// Events: what they wait for, across streams and for the host.
#include "stream_test.cuh"

namespace {

TEST(Events, HostWaitsForWhatWasRecorded) {
  const Stream stream;
  const Event event;
  Gate gate;
  EXPECT_EQ(cudaEventQuery(event), cudaSuccess) << "never recorded";
  EXPECT_EQ(cudaEventSynchronize(event), cudaSuccess) << "never recorded";
  gate.close(stream);
  ASSERT_EQ(cudaEventRecord(event, stream), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(event), cudaErrorNotReady);
  gate.open();
  EXPECT_EQ(cudaEventQuery(event), cudaSuccess);
  EXPECT_EQ(cudaEventSynchronize(event), cudaSuccess);
}

TEST(Events, OtherStreamsWait) {
  const Stream closed, waiting, other;
  const Event event;
  const StreamBuffer<int> data(2);
  Gate gate;
  Diary diary;
  gate.close(closed);
  ASSERT_EQ(cudaMemsetAsync(data.data(), 1, 4, closed), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(event, closed), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(waiting, event, 0), cudaSuccess);
  ASSERT_EQ(cudaMemcpyAsync(data.data() + 1, data.data(), 4, cudaMemcpyDeviceToDevice, waiting),
            cudaSuccess);
  diary.write('w', waiting);
  diary.write('o', other);
  EXPECT_EQ(cudaStreamSynchronize(other), cudaSuccess);
  EXPECT_EQ(diary.text(), "o");
  EXPECT_EQ(cudaStreamQuery(waiting), cudaErrorNotReady);
  gate.open();
  EXPECT_EQ(diary.text(), "ow");
  EXPECT_EQ(data.read()[1], 0x01010101);
}

TEST(Events, WaitingForWhatWasNeverRecordedIsNothing) {
  const Stream stream;
  const Event event;
  EXPECT_EQ(cudaStreamWaitEvent(stream, event, 0), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
}

TEST(Events, AWaitIsForTheLatestRecordBeforeIt) {
  const Stream closed, open_stream, early, late;
  const Event event;
  Gate gate;
  Diary diary;
  gate.close(closed);
  ASSERT_EQ(cudaEventRecord(event, closed), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(early, event), cudaSuccess);
  diary.write('e', early);
  ASSERT_EQ(cudaEventRecordWithFlags(event, open_stream, cudaEventRecordDefault), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(late, event), cudaSuccess);
  diary.write('l', late);
  EXPECT_EQ(cudaEventSynchronize(event), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(late), cudaSuccess);
  EXPECT_EQ(diary.text(), "l");
  EXPECT_EQ(cudaStreamQuery(early), cudaErrorNotReady);
  gate.open();
  EXPECT_EQ(diary.text(), "le");
}

TEST(Events, CanBeDestroyedWhileTheyAreWaitedFor) {
  const Stream closed, waiting;
  cudaEvent_t event;
  ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
  Gate gate;
  Diary diary;
  gate.close(closed);
  ASSERT_EQ(cudaEventRecord(event, closed), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(waiting, event), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
  diary.write('w', waiting);
  EXPECT_EQ(cudaStreamQuery(waiting), cudaErrorNotReady);
  EXPECT_EQ(diary.text(), "");
  gate.open();
  EXPECT_EQ(diary.text(), "w");
}

TEST(Events, FlagsThatDoNotFitAreRefused) {
  cudaEvent_t event;
  expect_error(cudaEventCreateWithFlags(&event, cudaEventInterprocess), cudaErrorInvalidValue);
  expect_error(cudaEventCreateWithFlags(&event, 0x80), cudaErrorInvalidValue);
  ASSERT_EQ(cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming),
            cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
  const Event blocking(cudaEventBlockingSync | cudaEventDisableTiming);
  EXPECT_EQ(cudaEventRecord(blocking), cudaSuccess);
  EXPECT_EQ(cudaEventSynchronize(blocking), cudaSuccess);
}

TEST(Events, TimesAreThoseOfFinishedRecords) {
  const Stream stream;
  const Event first(cudaEventDefault), second(cudaEventDefault), without(cudaEventDisableTiming);
  Gate gate;
  float milliseconds = -1;
  gate.close(stream);
  ASSERT_EQ(cudaEventRecord(first, stream), cudaSuccess);
  expect_error(cudaEventElapsedTime(&milliseconds, first, second), cudaErrorInvalidResourceHandle);
  ASSERT_EQ(cudaEventRecord(second, stream), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(without, stream), cudaSuccess);
  expect_error(cudaEventElapsedTime(&milliseconds, first, second), cudaErrorNotReady);
  expect_error(cudaEventElapsedTime(nullptr, first, second), cudaErrorInvalidValue);
  gate.open();
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, first, second), cudaSuccess);
  EXPECT_GE(milliseconds, 0);
  expect_error(cudaEventElapsedTime(&milliseconds, first, without), cudaErrorInvalidResourceHandle);
}

}  // namespace
