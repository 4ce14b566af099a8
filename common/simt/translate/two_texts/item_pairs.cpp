#include "two_texts/item_pairs.h"

#include <algorithm>
#include <string>

#include "item_facts.h"

namespace translator {

std::vector<ItemPairs::Pair> ItemPairs::align(const std::vector<Item>& host,
                                              const std::vector<Item>& device) const {
  std::vector<Pair> pairs;
  align(host.data(), host.data() + host.size(), device.data(), device.data() + device.size(),
        /*by_name=*/false, pairs);
  return pairs;
}

void ItemPairs::align(const Item* host, const Item* host_end, const Item* device,
                      const Item* device_end, bool by_name, std::vector<Pair>& pairs) const {
  const auto matches = [&](const Item& h, const Item& d) {
    return by_name ? is_counterpart(h, d) : is_same_place(h, d) && is_same(h, d);
  };
  while (host != host_end || device != device_end) {
    const std::ptrdiff_t hosts = host_end - host, devices = device_end - device;
    std::ptrdiff_t skipped = 0, of_host = 0;
    bool is_found = false;
    for (; !is_found && skipped < hosts + devices; ++skipped) {
      for (of_host = std::max<std::ptrdiff_t>(0, skipped - devices + 1);
           of_host <= skipped && of_host < hosts; ++of_host) {
        is_found = matches(host[of_host], device[skipped - of_host]);
        if (is_found) break;
      }
      if (is_found) break;
    }
    const Item* const host_next = is_found ? host + of_host : host_end;
    const Item* const device_next = is_found ? device + (skipped - of_host) : device_end;
    if (!by_name) {
      if (host != host_next || device != device_next) {
        align(host, host_next, device, device_next, true, pairs);
      }
    } else {
      for (; host != host_next; ++host) pairs.push_back({host, nullptr});
      for (; device != device_next; ++device) pairs.push_back({nullptr, device});
    }
    host = host_next;
    device = device_next;
    if (is_found) pairs.push_back({host++, device++});
  }
}

bool ItemPairs::is_same(std::size_t first, std::size_t last, std::size_t device_first,
                        std::size_t device_last) const {
  if (last - first != device_last - device_first) return false;
  for (std::size_t i = first; i < last; ++i) {
    if (host_[i] != device_[device_first++]) return false;
  }
  return true;
}

bool ItemPairs::is_same_place(const Item& host, const Item& device) const {
  return host_.line(host.first) == device_.line(device.first) &&
         host_.file(host.first) == device_.file(device.first);
}

bool ItemPairs::is_counterpart(const Item& host, const Item& device) const {
  if (host.parameters != kNone && device.parameters != kNone) {
    return signature(host_, host) == signature(device_, device);
  }
  if (host.kind != device.kind) return false;
  if (host.kind == Item::kNamespace && !is_same_place(host, device)) return false;
  if (host.open != kNone && device.open != kNone &&
      is_same(host.first, host.open, device.first, device.open)) {
    return true;
  }
  if (host.kind == Item::kNamespace) return false;
  return !host.names.empty() && host.names[0] == (device.names.empty() ? "" : device.names[0]);
}

bool ItemPairs::is_same_namespace(const Item& host, const Item& device) const {
  return host.kind == Item::kNamespace && device.kind == Item::kNamespace &&
         is_same(host.first, host.open, device.first, device.open);
}

bool ItemPairs::is_same_class(const Item& host, const Item& device) const {
  if (host.kind != Item::kClass || device.kind != Item::kClass) return false;
  if (!is_same(host.first, host.open, device.first, device.open)) return false;
  if (!is_same(host.close, host.end, device.close, device.end)) return false;
  for (const Pair& pair : align(host.items, device.items)) {
    const Item* const h = pair.host;
    const Item* const d = pair.device;
    if (is_function(h ? *h : *d)) continue;
    if (h && d ? !is_same(*h, *d) && !is_same_class(*h, *d)
               : is_data_member(h ? host_ : device_, h ? *h : *d)) {
      return false;
    }
  }
  return true;
}

bool ItemPairs::is_same_constant(const Item& host, const Item& device) const {
  const std::string text = constant(host_, host);
  return !text.empty() && text == constant(device_, device);
}

}  // namespace translator
