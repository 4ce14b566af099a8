#include "base/program_sections.h"

// The sections that the translator puts device variables into. This object is linked after the program, so the gap
// that ends each section is its last piece.
extern "C" {
#define SIMT_SECTION(name)      \
  extern char __start_##name[]; \
  [[gnu::section(#name), gnu::used]] alignas(256) char simt_end_of_##name[1024] = {};
SIMT_SECTION(simt_device)
SIMT_SECTION(simt_device_const)
SIMT_SECTION(simt_managed)
SIMT_SECTION(simt_constant)
SIMT_SECTION(simt_constant_const)
#undef SIMT_SECTION
extern char __executable_start[];
extern char __data_start[] __attribute__((weak));
extern const simt::SharedRecord __start_simt_shared[] __attribute__((weak));
extern const simt::SharedRecord __stop_simt_shared[] __attribute__((weak));
}

namespace simt {

const ProgramSections simt_program_sections = {
    {__start_simt_device, simt_end_of_simt_device},
    {__start_simt_device_const, simt_end_of_simt_device_const},
    {__start_simt_managed, simt_end_of_simt_managed},
    {__start_simt_constant, simt_end_of_simt_constant},
    {__start_simt_constant_const, simt_end_of_simt_constant_const},
    {__executable_start, __data_start},
    {__start_simt_shared, __stop_simt_shared}};

}  // namespace simt
