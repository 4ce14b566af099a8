/// @file
/// @ingroup simt_simtcc
/// The flags that g++ gets in every call.
#pragma once

namespace simtcc {

/// The counters are exact with these flags, so they come last, and -O is for .cpp files only.
///
/// - `-fno-elide-constructors`: g++ 12 does not instrument a call's result that goes straight to memory.
/// - `-fcheck-new`: in a kernel, new gives null where the heap is full.
/// - `-fno-tree-sink`, `-cselim`, `-fre`: they move a load into a branch, turn a store in a branch into a
///   load and a store for all lanes, and drop a repeated load although a store lies between, all before
///   the accesses are instrumented.
/// - `-fno-stack-protector`: where a distribution has it on, it ends the program without a line.
inline constexpr const char* kExactFlags[] = {"-O1",
                                              "-gdwarf-4",
                                              "-g1",
                                              "-fno-thread-jumps",
                                              "-fno-crossjumping",
                                              "-fno-reorder-blocks",
                                              "-fno-tree-sra",
                                              "-fno-optimize-sibling-calls",
                                              "-fsanitize=thread",
                                              "--param",
                                              "tsan-instrument-func-entry-exit=0",
                                              "--param",
                                              "tsan-distinguish-volatile=1",
                                              "-fsanitize-coverage=trace-pc",
                                              "-fno-pie",
                                              "-fno-builtin-printf",
                                              "-fno-elide-constructors",
                                              "-fcheck-new",
                                              "-fno-tree-sink",
                                              "-fno-tree-cselim",
                                              "-fno-tree-fre",
                                              "-fno-stack-protector"};

/// g++ takes a compiled header only with the options that it was compiled with, and it is compiled for
/// code. The macros that come with these options are not there when anything else is preprocessed.
inline constexpr const char* kPrecompiledFlags[] = {"-U__OPTIMIZE__", "-U__SANITIZE_THREAD__",
                                                    "-U_FORTIFY_SOURCE"};

/// As nvcc 13.0 has them for sm_90.
inline constexpr const char* kVersionMacros[] = {"-D__NVCC__",
                                                 "-D__CUDACC_VER_MAJOR__=13",
                                                 "-D__CUDACC_VER_MINOR__=0",
                                                 "-D__CUDACC_VER_BUILD__=88",
                                                 "-D__CUDA_API_VER_MAJOR__=13",
                                                 "-D__CUDA_API_VER_MINOR__=0",
                                                 "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1",
                                                 "-D__CUDA_ARCH_LIST__=900"};
inline constexpr const char* kCudaMacros[] = {
    "-D__CUDACC__", "-D__SIMTCC__",
    "-D__CUDA_ARCH_HAS_FEATURE__(feature)=__CUDA_ARCH_FEAT_##feature"};
/// CUDA's words are macros with nvcc: code that defines what is missing asks.
inline constexpr const char* kCudaWords[] = {
    "host",    "device",        "global",        "shared",       "constant",
    "managed", "forceinline",   "launch_bounds", "cluster_dims", "block_size",
    "maxnreg", "grid_constant", "align"};

/// A tile kernel is a kernel of one thread; the translator knows it by a word behind `__global__`.
inline constexpr const char* kTileMacros[] = {"-D__tile_global__=__global__ __simt_tile__",
                                              "-D__tile__=__device__", "-D__tile_builtin__="};

/// Columns and source excerpts would be those of the translation.
inline constexpr const char* kMessageFlags[] = {"-fdiagnostics-plain-output", "-fno-show-column"};

/// What is nearly always a mistake; nvcc warns of most of it, too. (`++` of a volatile variable is none.)
/// Options of the caller follow these. `-Wno-tsan`: host code may have fences of its own.
inline constexpr const char* kDefaultWarnings[] = {"-Wno-volatile",
                                                   "-Wuninitialized",
                                                   "-Wformat",
                                                   "-Wno-format-zero-length",
                                                   "-Wsequence-point",
                                                   "-Waddress",
                                                   "-Wtautological-compare",
                                                   "-Wbool-compare",
                                                   "-Wnonnull",
                                                   "-Wmemset-transposed-args",
                                                   "-Wmemset-elt-size",
                                                   "-Wsizeof-pointer-memaccess",
                                                   "-Wsizeof-pointer-div",
                                                   "-Wsizeof-array-argument",
                                                   "-Wno-tsan",
                                                   "-Wno-psabi"};

}  // namespace simtcc
