#include "stream_test.cuh"
