#include "races/use_rules.h"

namespace simt {

ByteMask conflict(const Slot& then, const Slot& now, ByteMask both, bool inside,
                  std::uintptr_t base, std::uintptr_t first, const std::uint64_t* addresses) {
  const Use earlier = then.use(), later = now.use();
  if (is_read(earlier) && is_read(later)) return 0;
  if (is_strong(earlier, inside) && is_strong(later, inside)) return 0;
  if (is_read(earlier) || is_read(later) || is_update(earlier) || is_update(later) ||
      then.users.width != now.users.width || now.users.width == Users::kFreed) {
    return both;
  }
  ByteMask differ = 0;
  const unsigned width = now.users.width, bytes = 1u << width;
  const UnitValues values = values_of(base);
  for (ByteMask rest = both; rest != 0;) {
    const auto offset = lowest_byte(rest) / bytes * bytes;
    const ByteMask mask = mask_of(offset, offset + bytes);
    const std::uint64_t event = addresses[(base + offset - first) >> width];
    if (!same_hash(values, offset, bytes, static_cast<std::uint16_t>(event >> kHashShift))) {
      differ |= mask & both;
    }
    rest &= ~mask;
  }
  return differ;
}

void record_values(const Slot& slot, ByteMask used, std::uintptr_t base, std::uintptr_t first,
                   const std::uint64_t* addresses) {
  const unsigned width = slot.users.width, bytes = 1u << width;
  const unsigned begin = lowest_byte(used);
  const unsigned end = end_byte(used);
  const UnitValues values = values_of(base);
  const std::uint64_t* event = addresses + ((base + begin - first) >> width);
  if (bytes == 4) {
    for (unsigned word = begin / 4; word < end / 4; ++word) {
      values.words[word] = static_cast<std::uint16_t>(*event++ >> kHashShift);
    }
    return;
  }
  for (unsigned offset = begin; offset < end; offset += bytes) {
    store_hash(values, offset, bytes, static_cast<std::uint16_t>(*event++ >> kHashShift));
  }
}

}  // namespace simt
