/// @file
/// @ingroup simt_base
/// Where the linker has put what belongs to the program. The runtime may be a library that is loaded beside it, so
/// the object that asks the linker is always linked into the program.
#pragma once

namespace simt {

struct SharedRecord;

template <class T>
struct Section {
  const T* start;
  const T* stop;
};

struct ProgramSections {
  // Of `__device__`, `__managed__` and `__constant__` variables, each up to the gap that ends it.
  Section<char> device, device_const, managed, constant, constant_const;
  Section<char> read_only;               ///< code and constants
  Section<SharedRecord> shared_records;  ///< of `__shared__` variables; null if there are none
};

extern "C" const ProgramSections simt_program_sections;

}  // namespace simt
