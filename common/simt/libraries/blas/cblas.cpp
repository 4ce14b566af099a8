#include "libraries/blas/cblas.h"

#include <dlfcn.h>

#include <cstdio>
#include <string>

#include "base/process.h"

namespace simt {
namespace {

template <class Function>
bool find(void* library, Function& function, const std::string& name) {
  function = reinterpret_cast<Function>(dlsym(library, name.c_str()));
  return function != nullptr;
}

template <class T>
bool find_all(void* library, char letter, Cblas<T>& functions) {
  const std::string prefix = std::string("cblas_") + letter;
  return find(library, functions.axpy, prefix + "axpy") &&
         find(library, functions.scal, prefix + "scal") &&
         find(library, functions.copy, prefix + "copy") &&
         find(library, functions.swap, prefix + "swap") &&
         find(library, functions.dot, prefix + "dot") &&
         find(library, functions.nrm2, prefix + "nrm2") &&
         find(library, functions.asum, prefix + "asum") &&
         find(library, functions.amax, std::string("cblas_i") + letter + "amax") &&
         find(library, functions.gemv, prefix + "gemv") &&
         find(library, functions.ger, prefix + "ger") &&
         find(library, functions.trsm, prefix + "trsm") &&
         find(library, functions.gemm, prefix + "gemm");
}

/// The system's.
struct Blas {
  Cblas<float> of_float;
  Cblas<double> of_double;

  Blas() {
    for (const char* name : {"libopenblas.so.0", "libblas.so.3", "libcblas.so.3"}) {
      void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
      if (library == nullptr) continue;
      if (find_all(library, 's', of_float) && find_all(library, 'd', of_double)) return;
      dlclose(library);
    }
    std::fputs(
        "simt: cuBLAS needs a BLAS library, and this system has none\n  advice  install one: sudo "
        "apt-get install libopenblas0\n",
        stderr);
    end_process(2);
  }
};
Blas& blas() { return process().part<Blas>(); }

}  // namespace

void load_blas() { blas(); }

template <>
const Cblas<float>& cblas<float>() {
  return blas().of_float;
}
template <>
const Cblas<double>& cblas<double>() {
  return blas().of_double;
}

}  // namespace simt
