#include "refused_headers.h"

#include <dlfcn.h>
#include <fnmatch.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "files.h"
#include "process.h"

namespace simtcc {

const char* const kGetCccl =
    "pip install 'nvidia-cuda-cccl==13.0.*', and set SIMT_CCCL to its folder "
    "nvidia/cu13/include/cccl";

namespace {

struct Library {
  const char* headers;  ///< patterns
  const char* advice;
};

constexpr Library kLibraries[] = {
    {"cublas.h",
     "NVIDIA keeps it for old programs; include <cublas_v2.h>, whose functions take a handle"},
    {"cufft*.h", "write the transform as a kernel, or transform on the host with FFTW"},
    {"cusparse*.h", "write the product as a kernel; for dense matrices, <cublas_v2.h> is there"},
    {"cusolver*.h",
     "solve on the host with LAPACK; for triangular systems, <cublas_v2.h> has cublasDtrsm"},
    {"cudnn*.h",
     "write the layer as a kernel; for its products of matrices, <cublas_v2.h> is there"},
    {"cutensor*.h",
     "write the contraction as a kernel; a product of matrices is one of <cublas_v2.h>"},
    {"nvshmem*.h",
     "devices exchange data by kernels with peer access, by cudaMemcpyPeerAsync, or with <nccl.h>"},
    {"npp*.h nvjpeg*.h", "write what it does to the image as a kernel"},
    {"nvrtc.h nvJitLink.h", "compile the kernel with the program; make a template of what differs"},
    {"cupti*.h", "the counters of a launch are in the report of SIMT_REPORT=text"},
    {"curand_mtgp32*.h", "<curand_kernel.h> has XORWOW, Philox and MRG32k3a"},
    {"cudaGL.h cudaEGL.h cuda_gl_interop.h cuda_egl_interop.h cuda_vdpau_interop.h",
     "it draws nothing; copy results to the host with cudaMemcpy"},
};
constexpr const char* kCcclHeaders = "thrust/* cub/* cuda/* nv/*";

bool matches(const char* patterns, const std::string& name) {
  for (const std::string& pattern : split(patterns, " ")) {
    if (fnmatch(pattern.c_str(), name.c_str(), 0) == 0) return true;
  }
  return false;
}

std::string message(const std::string& place, const std::string& name, const std::string& why) {
  return place + ": error: the CPU backend has no <" + name + ">" + why +
         " keep it apart with #ifndef __SIMTCC__\n";
}
std::string library_message(const std::string& place, const std::string& name,
                            const std::string& advice) {
  return message(place, name, ": " + advice + "; or");
}

bool mentions_nvidia(const std::string& header) {
  std::string text = read_file(header, 4000);
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (std::size_t at = text.find("nvidia "); at != std::string::npos;
       at = text.find("nvidia ", at + 1)) {
    const std::size_t word = text.find_first_not_of(' ', at + 6);
    if (word != std::string::npos && text.compare(word, 11, "corporation") == 0) return true;
  }
  return false;
}

/// `file:line` of the `#include` of this header; `file` if it is in another one.
std::string place_of_include(const std::string& source, const std::string& name) {
  const std::string text = read_file(source);
  int number = 0;
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
    ++number;
    std::size_t at = begin;
    const auto skip = [&](const std::string& word) {
      at = std::min(text.find_first_not_of(" \t\r", at), text.size());
      const bool is_here = text.compare(at, word.size(), word) == 0;
      at += is_here ? word.size() : 0;
      return is_here;
    };
    if (skip("#") && skip("include") && (skip("<" + name + ">") || skip("\"" + name + "\""))) {
      return source + ":" + std::to_string(number);
    }
    if (text.find('\n', begin) == std::string::npos) break;
  }
  return source;
}

}  // namespace

std::vector<std::string> included_headers(const std::string& text) {
  std::vector<std::string> headers;
  std::set<std::string_view> seen;
  const std::string_view all = text;
  // # 1 "/usr/include/stdio.h" 1 3 4
  for (std::size_t begin = 0, end; begin < all.size(); begin = end + 1) {
    end = std::min(all.find('\n', begin), all.size());
    if (!starts_with(all.substr(begin), "# ")) continue;
    const std::string_view line = all.substr(begin, end - begin);
    const std::size_t open = line.find('"'), close = line.rfind('"');
    if (open == close || line.substr(close, 3) != "\" 1") continue;
    const std::string_view name = line.substr(open + 1, close - open - 1);
    if (seen.insert(name).second) headers.emplace_back(name);
  }
  return headers;
}

std::optional<std::string> RefusedHeaders::advice(const std::string& name) const {
  for (const Library& library : kLibraries) {
    if (matches(library.headers, name)) return library.advice;
  }
  std::error_code ignored;
  if (!matches(kCcclHeaders, name) || fs::is_directory(installation_.cccl_dir, ignored)) return {};
  return std::string("it is of CCCL, which is not here: ") + kGetCccl;
}

const std::string& RefusedHeaders::toolkit_of(const std::string& folder) {
  const auto [found, is_new] = toolkits_.try_emplace(folder, folder);
  std::string& toolkit = found->second;
  if (!is_new) return toolkit;
  while (!toolkit.empty() && toolkit != "." && !is_readable(toolkit + "/cuda_runtime.h") &&
         !is_readable(toolkit + "/cub/cub.cuh")) {
    const std::size_t slash = toolkit.rfind('/');
    toolkit.resize(slash == std::string::npos ? 0 : slash);
  }
  if (toolkit == ".") toolkit.clear();
  return toolkit;
}

bool RefusedHeaders::is_ours(const std::string& header) const {
  return starts_with(header, installation_.include_dir + "/");
}

std::optional<std::string> RefusedHeaders::name_in_toolkit(const std::string& header) {
  const std::string& cccl = installation_.cccl_dir;
  const std::size_t slash = header.rfind('/');
  if (slash == std::string::npos || is_ours(header) ||
      (!cccl.empty() && starts_with(header, cccl + "/"))) {
    return {};
  }
  const std::string& toolkit = toolkit_of(header.substr(0, slash));
  // Such a folder may have other headers, too: /usr/include, or one of the program's own.
  if (toolkit.empty() || !mentions_nvidia(header)) return {};
  return header.substr(toolkit.size() + 1);
}

/// A program loads the system's BLAS.
bool RefusedHeaders::has_blas() const {
  for (const char* name : {"libopenblas.so.0", "libblas.so.3", "libcblas.so.3"}) {
    const Finished asked = run({installation_.compiler, std::string("-print-file-name=") + name},
                               To::kText, To::kNowhere);
    if (asked.output != std::string(name) + "\n" || dlopen(name, RTLD_LAZY) != nullptr) return true;
  }
  return false;
}

std::string RefusedHeaders::refusal(const std::string& source, const std::string& text,
                                    const std::vector<std::string>& headers) {
  for (const std::string& header : headers) {
    std::optional<std::string> name = name_in_toolkit(header);
    if (!name) {
      // NVSHMEM and cuDNN may be in /usr/include.
      name = header.substr(header.rfind('/') + 1);
      if (is_ours(header) || !advice(*name) || !contains(text, " \"" + header + "\" 1 3")) continue;
    }
    const std::string place = place_of_include(source, *name);
    const std::optional<std::string> instead = advice(*name);
    return instead ? library_message(place, *name, *instead)
                   : message(place, *name, ", and that of CUDA is for nvcc:");
  }
  const std::string cublas = installation_.include_dir + "/cublas_api.h";
  if (std::find(headers.begin(), headers.end(), cublas) != headers.end() && !has_blas()) {
    return source +
           ": error: <cublas_v2.h> computes with a BLAS library, and this system has none: sudo "
           "apt-get install "
           "libopenblas0\n";
  }
  return "";
}

std::string RefusedHeaders::refusal_of_missing(const std::string& messages) const {
  // file:3:10: fatal error: cufft.h: No such file or directory
  for (const std::string& line : split(messages, "\n")) {
    std::size_t ends[5];
    bool has_all = true;
    std::size_t from = 0;
    for (std::size_t& end : ends) {
      end = line.find(':', from);
      has_all = has_all && end != std::string::npos;
      from = end + 1;
    }
    const auto is_number = [&](int i) {
      const std::string field = line.substr(ends[i - 1] + 1, ends[i] - ends[i - 1] - 1);
      return !field.empty() && field.find_first_not_of("0123456789") == std::string::npos;
    };
    if (!has_all || !is_number(1) || !is_number(2)) continue;
    const std::string name = line.substr(ends[3] + 2, ends[4] - ends[3] - 2);
    if (name.empty() || contains(name, " ")) continue;
    const std::optional<std::string> instead = advice(name);
    return instead ? library_message(line.substr(0, ends[1]), name, *instead) : "";
  }
  return "";
}

}  // namespace simtcc
