// The ten rounds of Philox4x32.
#include "simt/random/steps.h"

#include <array>
#include <cstdint>

namespace simt {

unsigned __int128 philox(unsigned long long counter, unsigned long long sequence,
                         unsigned long long key) {
  std::array<std::uint32_t, 4> x = {
      static_cast<std::uint32_t>(counter), static_cast<std::uint32_t>(counter >> 32),
      static_cast<std::uint32_t>(sequence), static_cast<std::uint32_t>(sequence >> 32)};
  auto key0 = static_cast<std::uint32_t>(key), key1 = static_cast<std::uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * x[0], b = std::uint64_t{0xCD9E8D57} * x[2];
    x = {static_cast<std::uint32_t>(b >> 32) ^ x[1] ^ key0, static_cast<std::uint32_t>(b),
         static_cast<std::uint32_t>(a >> 32) ^ x[3] ^ key1, static_cast<std::uint32_t>(a)};
    key0 += 0x9E3779B9;  // the golden ratio and the root of 3, less 1
    key1 += 0xBB67AE85;
  }
  const auto low = static_cast<unsigned __int128>(x[0] | std::uint64_t{x[1]} << 32);
  return low | static_cast<unsigned __int128>(x[2] | std::uint64_t{x[3]} << 32) << 64;
}

}  // namespace simt
