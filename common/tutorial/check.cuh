/// @file
/// @ingroup tutorial
/// CHECK: no CUDA call goes unchecked, and a failure says where, what and what to try.
///
///     CHECK(cudaMalloc(&p, bytes));
///     kernel<<<grid, block>>>(p);
///     CHECK_LAST();                    // a launch returns nothing: ask for its error
///     CHECK(cudaDeviceSynchronize());  // what goes wrong while the kernel runs shows up here
#pragma once

#include <cuda_runtime.h>

/// Functions that are no templates are compiled once for all programs that CMake builds, in
/// compiled.cpp. A program that is compiled by hand needs nothing but the headers.
#ifdef TUTORIAL_COMPILED
#define TUTORIAL_INLINE
#else
#define TUTORIAL_INLINE inline
#endif

/// Ends the program unless the CUDA call succeeds: exit code 77 if there is no usable device, 1
/// for every other error. The message goes to stderr.
#define CHECK(...) tutorial::check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

/// As CHECK, for the launch in the line above: a bad configuration is known at once, whereas what
/// happens inside the kernel is reported by the next synchronising call.
#define CHECK_LAST() tutorial::check(cudaGetLastError(), "kernel launch", __FILE__, __LINE__, true)

namespace tutorial {

/// True if the error means that no device can be used here, rather than that something went wrong.
bool means_no_device(cudaError_t error);

/// What to look at first, or null where the error's own text says enough.
const char* hint(cudaError_t error, bool after_launch = false);

/// Prints where, which error and what to try; does not end the program.
void print_error(cudaError_t error, const char* what, const char* file, int line,
                 bool after_launch = false);

/// Implementation of CHECK.
void check(cudaError_t error, const char* what, const char* file, int line,
           bool after_launch = false);

/// What CHECK calls before its message, and what does not return: where a check lets a call fail to see whether CHECK
/// stands there. @return the function before, or null
using NoticedError = void (*)();
NoticedError on_noticed_error(NoticedError function);

}  // namespace tutorial

#ifndef TUTORIAL_COMPILED
#include "tutorial/check.inl.cuh"
#endif
