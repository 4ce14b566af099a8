/// @file
/// @ingroup simt_base
/// Where the model's memories lie in the process: one reservation at a fixed address, so that
/// addresses, and the counters that depend on them, are the same in every run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace simt {

#if defined(__wasm__)
/// All memory there is are 4 GiB, and a browser may have less to give: a thousandth of everything.
#define SIMT_GLOBAL_BASE 0x1000'0000
inline constexpr unsigned kSizeShift = 20;
#else
inline constexpr unsigned kSizeShift = 30;
#endif
#ifndef SIMT_GLOBAL_BASE
#define SIMT_GLOBAL_BASE 0x10'0000'0000
#endif
inline constexpr std::uintptr_t kGlobalBase = SIMT_GLOBAL_BASE;
inline constexpr std::size_t kGlobalBytes = std::size_t{256} << kSizeShift;

/// Parts of global memory. Host code may touch the first two: page-locked and managed memory.
inline constexpr std::uintptr_t kPinnedBase = kGlobalBase;
inline constexpr std::size_t kPinnedBytes = std::size_t{32} << kSizeShift;
inline constexpr std::uintptr_t kManagedBase = kPinnedBase + kPinnedBytes;
inline constexpr std::size_t kManagedBytes = std::size_t{64} << kSizeShift;
/// Managed memory moves in pages of this size: the smallest piece that a GPU's driver moves for a fault.
inline constexpr std::size_t kManagedPage = std::size_t{64} << 10;
inline constexpr std::uintptr_t kDeviceBase = kManagedBase + kManagedBytes;
inline constexpr std::size_t kHeapBytes = std::size_t{16} << kSizeShift;
inline constexpr std::size_t kDeviceBytes = kGlobalBase + kGlobalBytes - kDeviceBase - kHeapBytes;
/// What kernels get from malloc() and new, which no function of the host's takes.
inline constexpr std::uintptr_t kHeapBase = kDeviceBase + kDeviceBytes;

/// Every resident block has a window for its shared memory.
inline constexpr std::uintptr_t kSharedBase = kGlobalBase + kGlobalBytes;
inline constexpr std::size_t kSharedWindow = std::size_t{1} << 20;
inline constexpr std::size_t kSharedWindows = std::size_t{16384} >> (30 - kSizeShift);
inline constexpr std::size_t kSharedBytes = kSharedWindow * kSharedWindows;
/// The shared memory of every block is mapped a second time, at the addresses that map_shared_rank() returns. So an
/// access to another block's memory shows whether the program has mapped the address.
inline constexpr std::uintptr_t kMappedBase = kSharedBase + kSharedBytes;
inline constexpr std::size_t kAllSharedBytes = 2 * kSharedBytes;

/// Global memory is handed out in granules; the shadow says how many bytes of each are valid.
inline constexpr std::size_t kGranule = 256;
inline constexpr std::uintptr_t kGlobalShadowBase = kSharedBase + kAllSharedBytes;
inline constexpr std::size_t kGlobalShadowBytes = kGlobalBytes / kGranule * sizeof(std::uint16_t);

/// One byte for every 4-byte word of shared memory: how many of its bytes belong to an array.
inline constexpr std::uintptr_t kSharedShadowBase = kGlobalShadowBase + kGlobalShadowBytes;
inline constexpr std::size_t kSharedShadowBytes = kSharedBytes / 4;

/// One byte for every 4-byte word of global memory: which of its bytes belong to a live allocation and
/// have been written, as a mask.
inline constexpr std::uintptr_t kWrittenBase = kSharedShadowBase + kSharedShadowBytes;
inline constexpr std::size_t kWrittenBytes = kGlobalBytes / 4;

/// The shadow memory of the check of races on global memory. Every 128 bytes of memory have 128 bytes here that say who
/// has used them, and every 4-byte word has a hash of its value (or every byte its value, where bytes are written).
/// Device variables come first, which lie in the program's first 4 GiB, then the rest of global memory.
inline constexpr std::size_t kVariableBytes = std::size_t{4} << kSizeShift;
inline constexpr std::uintptr_t kUnitBase = kWrittenBase + kWrittenBytes;
inline constexpr std::size_t kUnitBytes = kVariableBytes + kGlobalBytes;
inline constexpr std::uintptr_t kValueBase = kUnitBase + kUnitBytes;
inline constexpr std::size_t kValueBytes = kUnitBytes / 2;
inline constexpr std::uintptr_t kNarrowBase = kValueBase + kValueBytes;
inline constexpr std::size_t kNarrowBytes = kUnitBytes;

inline constexpr std::size_t kMapBytes = kNarrowBase + kNarrowBytes - kGlobalBase;

/// Bytes of `address`'s granule that belong to a live allocation, counted from its start.
inline std::uint16_t& global_shadow(std::uintptr_t address) {
  return reinterpret_cast<std::uint16_t*>(kGlobalShadowBase)[(address - kGlobalBase) / kGranule];
}
inline std::uint8_t& shared_shadow(std::uintptr_t address) {
  return reinterpret_cast<std::uint8_t*>(kSharedShadowBase - kSharedBase / 4)[address / 4];
}

inline constexpr std::uint8_t kWholeWord = 15;
inline std::uint8_t* written_words(std::uintptr_t address) {
  return reinterpret_cast<std::uint8_t*>(kWrittenBase) + (address - kGlobalBase) / 4;
}
/// Whether memory has `value` for each of the words of an aligned access of up to 4, 8, or 16 bytes. Where the size is
/// known, this is one comparison.
inline bool words_are(const std::uint8_t* words, unsigned bytes, std::uint8_t value) {
  if (bytes <= 4) return *words == value;
  if (bytes == 8) {
    std::uint16_t two;
    std::memcpy(&two, words, sizeof two);
    return two == 0x0101u * value;
  }
  std::uint32_t four;
  std::memcpy(&four, words, sizeof four);
  return four == 0x01010101u * value;
}
/// Whether the words of an aligned access are valid and written; `bytes` is at most 16.
inline bool global_words_are_written(std::uintptr_t address, unsigned bytes) {
  return words_are(written_words(address), bytes, kWholeWord);
}

/// Place of `address` in what the check of races has of every byte.
inline std::size_t unit_offset(std::uintptr_t address) {
  const std::uintptr_t offset = address - kGlobalBase;
  return offset < kGlobalBytes ? kVariableBytes + offset : address % kVariableBytes;
}

/// Whether `address` is shared memory, of whichever block and mapped or not.
inline bool is_any_shared(std::uintptr_t address) {
  return address - kSharedBase < kAllSharedBytes;
}
inline bool is_mapped(std::uintptr_t address) { return address - kMappedBase < kSharedBytes; }
/// The place in the block's window of shared memory that a mapped address stands for; else itself.
inline std::uintptr_t unmapped(std::uintptr_t address) {
  return is_mapped(address) ? address - kSharedBytes : address;
}

/// Makes [address, address + bytes) an array of shared memory, or nothing.
void set_shared_valid(std::uintptr_t address, std::size_t bytes, bool valid);

/// Whether [address, address + bytes) is inside one live allocation; `bytes` is at most 16.
inline bool global_access_is_valid(std::uintptr_t address, unsigned bytes) {
  return address % kGranule + bytes <= global_shadow(address);
}
/// Whether [address, address + bytes) is inside one array of shared memory, and no asynchronous copy fills any of it.
inline bool shared_access_is_valid(std::uintptr_t address, unsigned bytes) {
  if (address % 4 + bytes <= 4) return address % 4 + bytes <= shared_shadow(address);
  if (address % 4 == 0) return words_are(&shared_shadow(address), bytes, 4);
  const std::uintptr_t last = address + bytes - 1;
  return shared_shadow(address) > address % 4 && shared_shadow(last) > last % 4;
}

}  // namespace simt
