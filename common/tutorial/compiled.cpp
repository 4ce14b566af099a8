// The definitions of the helper headers, once for all programs that CMake builds.
#include "tutorial.cuh"
#include "tutorial/check.inl.cuh"
#include "tutorial/copy_bandwidth.inl.cuh"
#include "tutorial/counters.inl.cuh"
#include "tutorial/device.inl.cuh"
#include "tutorial/endless_launches.inl.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/exercise.inl.cuh"
#include "tutorial/experiment.inl.cuh"
#include "tutorial/gate.inl.cuh"
#ifndef TUTORIAL_HAS_CUPTI  // else hardware_counters.cpp
#include "tutorial/hardware_counters.inl.cuh"
#endif
#include "tutorial/host_array.inl.cuh"
#include "tutorial/host_call.inl.cuh"
#include "tutorial/launches.inl.cuh"
#include "tutorial/options.inl.cuh"
#include "tutorial/orders.inl.cuh"
#include "tutorial/page.inl.cuh"
#include "tutorial/patience.inl.cuh"
#include "tutorial/raw_results.inl.cuh"
#include "tutorial/table.inl.cuh"
#include "tutorial/timeline.inl.cuh"
#include "tutorial/timer.inl.cuh"
#include "tutorial/verdict.inl.cuh"
#include "tutorial/writers.inl.cuh"

// One for each type of Experiment::Output.
template <class T>
using Reference = std::function<T(long long)>;
template std::string Experiment::wrong_output(const float*, const Reference<float>&, bool) const;
template std::string Experiment::wrong_output(const double*, const Reference<double>&, bool) const;
template std::string Experiment::wrong_output(const int*, const Reference<int>&, bool) const;
template std::string Experiment::wrong_output(const unsigned*, const Reference<unsigned>&,
                                              bool) const;
template std::string Experiment::wrong_output(const long long*, const Reference<long long>&,
                                              bool) const;
template std::string Experiment::wrong_output(const unsigned long long*,
                                              const Reference<unsigned long long>&, bool) const;
template std::string Experiment::wrong_output(const unsigned char*, const Reference<unsigned char>&,
                                              bool) const;
