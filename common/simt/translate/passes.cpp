#include "passes.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "declaration.h"
#include "items.h"
#include "source.h"

namespace translator {
namespace {

constexpr std::string_view kDevicePrefix = "simt_device_";

/// Words that say where a function runs or how it is compiled, and are no part of its type.
bool is_function_qualifier(std::string_view token) {
  return is_any_of(token, {"__host__", "__device__", "__global__", "__forceinline__",
                           "__noinline__", "inline", "__inline__", "constexpr"});
}

bool contains(const std::set<std::string_view>& names, std::string_view name) {
  return names.count(name) > 0;
}

/// A name, and not that of a member: `x.name`, `p->name`.
bool is_mention(const Source& source, std::size_t i) {
  return source.is_identifier(i) && (i == 0 || !is_any_of(source[i - 1], {".", "->"}));
}

/// Who runs a function.
struct Runs {
  bool is_kernel = false, is_device = false, is_host = false, is_constant = false;
};

class Merger {
 public:
  Merger(Source& host, Source& device) : host_(host), device_(device) {}

  /// Changes the host's text.
  void merge() {
    const std::vector<Item> host = read_items(host_, 0, host_.size(), false);
    const std::vector<Item> device = read_items(device_, 0, device_.size(), false);
    find_members(host, false);
    find_members(device, false);
    find_different(host, device);
    while (find_dependent(host)) continue;
    check_one_sided(host, device);
    for (std::size_t i = 0; i < device_.size(); ++i) {
      if (is_mention(device_, i) && contains(twice_, device_[i])) {
        device_.replace(i, std::string(kDevicePrefix) + std::string(device_[i]));
      }
    }
    merge(host, device, host_.size(), false);
    for (const auto& [i, text] : insertions_) {
      if (i < host_.size()) host_.insert_in_front(i, text + host_.marker(i));
    }
  }

  /// What stands behind the last token.
  std::string end() const {
    const auto found = insertions_.find(host_.size());
    return found == insertions_.end() ? std::string() : found->second;
  }

 private:
  struct Pair {
    const Item* host;
    const Item* device;
  };

  // ---- which declarations belong together

  bool is_same(const Item& host, const Item& device) const {
    return is_same_place(host, device) && is_same(host.first, host.end, device.first, device.end);
  }

  bool is_same_place(const Item& host, const Item& device) const {
    return host_.line(host.first) == device_.line(device.first) &&
           host_.file(host.first) == device_.file(device.first);
  }

  bool is_same(std::size_t first, std::size_t last, std::size_t device_first,
               std::size_t device_last) const {
    if (last - first != device_last - device_first) return false;
    for (std::size_t i = first; i < last; ++i) {
      if (host_[i] != device_[device_first++]) return false;
    }
    return true;
  }

  bool is_counterpart(const Item& host, const Item& device) const {
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

  /// The first token of a function's name, `a::b<c>::operator+`.
  static std::size_t first_of_name(const Source& source, const Item& item) {
    std::size_t first = item.parameters;
    for (std::size_t i = first; i > item.first && i + 8 > item.parameters; --i) {
      if (source[i - 1] == "operator") first = i - 1;
    }
    while (first > item.first) {
      const std::size_t last = first - 1;
      if (is_any_of(source[last], {"::", "~"})) {
        first = last;
      } else if (source.is_identifier(last) &&
                 (first == item.parameters || is_any_of(source[first], {"::", "<", "~"}))) {
        first = last;
      } else if (source[last] == ">" && is_any_of(source[first], {"::", "("}) &&
                 source.opening_angle(last) != kNone) {
        first = source.opening_angle(last);
      } else {
        break;
      }
    }
    return first;
  }

  /// `a::b::f(int, float) const`
  static std::string signature(const Source& source, const Item& item) {
    std::size_t last = source.closing(item.parameters);
    if (last == kNone) return {};
    while (is_any_of(source[last + 1], {"const", "volatile", "&", "&&"})) ++last;
    std::string text;
    for (std::size_t i = first_of_name(source, item); i <= last; ++i) (text += source[i]) += ' ';
    return text;
  }

  /// The declarations of both texts in their order, those that belong together as one.
  std::vector<Pair> align(const std::vector<Item>& host, const std::vector<Item>& device) const {
    std::vector<Pair> pairs;
    align(host.data(), host.data() + host.size(), device.data(), device.data() + device.size(),
          /*by_name=*/false, pairs);
    return pairs;
  }

  void align(const Item* host, const Item* host_end, const Item* device, const Item* device_end,
             bool by_name, std::vector<Pair>& pairs) const {
    const auto matches = [&](const Item& h, const Item& d) {
      return by_name ? is_counterpart(h, d) : is_same(h, d);
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

  /// In a library nothing exists twice: its names are those of other libraries, too, and it takes care
  /// that what the compiler computes is the same on both sides.
  bool is_of_library(const Pair& pair) const {
    return pair.host ? host_.is_library(pair.host->first) : device_.is_library(pair.device->first);
  }

  // ---- names that are two things

  static bool is_function(const Item& item) {
    return item.kind == Item::kFunction || item.parameters != kNone;
  }

  /// `__device__`, `__constant__` … : the device's, which the host only names.
  static bool is_device_memory(const Source& source, const Item& item) {
    for (std::size_t i = item.first; i < item.end; ++i) {
      if (is_any_of(source[i], {"__device__", "__constant__", "__managed__", "__shared__"})) {
        return true;
      }
    }
    return false;
  }

  /// Does it take part in the layout of its class?
  static bool is_data_member(const Source& source, const Item& item) {
    if (is_function(item) || item.names.empty()) return false;
    for (std::size_t i = item.first; i < item.end; ++i) {
      if (is_any_of(source[i], {"static", "using", "typedef", "friend", "enum", "template"})) {
        return false;
      }
    }
    return item.kind != Item::kClass || source[item.close + 1] != ";";
  }

  /// A variable that only the host has: device code cannot name it.
  static bool is_host_variable(const Source& source, const Item& item) {
    if (item.kind != Item::kOther || item.names.empty() || item.open != kNone) return false;
    for (std::size_t i = item.first; i < item.end; ++i) {
      if (is_any_of(source[i], {"using", "typedef", "const", "constexpr"})) return false;
    }
    return !is_device_memory(source, item);
  }

  /// `inline constexpr Tag tag{};` for the host and `__device__ constexpr Tag tag{};` for the device.
  bool is_same_constant(const Item& host, const Item& device) const {
    const std::string text = constant(host_, host);
    return !text.empty() && text == constant(device_, device);
  }
  /// What a constexpr variable is, without the words that say where; empty for anything else.
  static std::string constant(const Source& source, const Item& item) {
    if (item.kind != Item::kOther) return {};
    std::string text;
    bool is_constant = false;
    for (std::size_t i = item.first; i < item.end; ++i) {
      if (source[i] == "constexpr") {
        is_constant = true;
      } else if (!is_any_of(source[i],
                            {"inline", "static", "const", "__device__", "__constant__"})) {
        (text += source[i]) += ' ';
      }
    }
    return is_constant ? text : std::string();
  }

  bool is_host_variable(const Item* host, const Item* device) const {
    return (!host || is_host_variable(host_, *host)) &&
           (!device || is_host_variable(device_, *device));
  }

  void find_different(const std::vector<Item>& host, const std::vector<Item>& device) {
    for (const Pair& pair : align(host, device)) {
      const Item* const h = pair.host;
      const Item* const d = pair.device;
      const Item& item = h ? *h : *d;
      if (h && d && is_same_namespace(*h, *d)) {
        find_different(h->items, d->items);
      } else if (is_of_library(pair)) {
        continue;
      } else if (h && d && may_exist_twice(*h, *d)) {
        if (!is_same(h->first, h->end, d->first, d->end)) twice_.insert(h->names[0]);
      } else if (is_function(item) || is_host_variable(h, d)) {
        continue;
      } else if (!h || !d) {
        one_sided_.push_back(pair);
      } else if (!(is_device_memory(host_, *h) && is_device_memory(device_, *d)) &&
                 !is_same(h->first, h->end, d->first, d->end) && !is_same_class(*h, *d) &&
                 !is_same_constant(*h, *d)) {
        twice_.insert(h->names.begin(), h->names.end());
        twice_.insert(d->names.begin(), d->names.end());
      }
    }
  }

  /// A constexpr function, in no class: a test at run time would make its result no constant.
  bool may_exist_twice(const Item& host, const Item& device) const {
    return may_exist_twice(host_, host) && may_exist_twice(device_, device);
  }
  bool may_exist_twice(const Source& source, const Item& item) const {
    return item.kind == Item::kFunction && who_runs(source, item).is_constant &&
           first_of_name(source, item) + 1 == item.parameters && !contains(members_, item.names[0]);
  }

  bool is_same_namespace(const Item& host, const Item& device) const {
    return host.kind == Item::kNamespace && device.kind == Item::kNamespace &&
           is_same(host.first, host.open, device.first, device.open);
  }

  /// Both are the same class, but for functions and for what only one of them knows by name.
  bool is_same_class(const Item& host, const Item& device) const {
    if (host.kind != Item::kClass || device.kind != Item::kClass) return false;
    if (!is_same(host.first, host.open, device.first, device.open)) return false;
    if (!is_same(host.close, host.end, device.close, device.end)) return false;
    for (const Pair& pair : align(host.items, device.items)) {
      const Item* const h = pair.host;
      const Item* const d = pair.device;
      if (is_function(h ? *h : *d)) continue;
      if (h && d ? !is_same(h->first, h->end, d->first, d->end) && !is_same_class(*h, *d)
                 : is_data_member(h ? host_ : device_, h ? *h : *d)) {
        return false;
      }
    }
    return true;
  }

  /// Both are the same namespace or class, of which only what is inside may differ.
  bool has_items(const Item& host, const Item& device) const {
    return is_same_namespace(host, device) ||
           (is_same_class(host, device) &&
            (host.names.empty() || !contains(twice_, host.names[0])));
  }

  /// `constexpr int half = width / 2;` is as different as `width` is, and so is a class with a member
  /// `float row[width];`. True if there was a new one.
  bool find_dependent(const std::vector<Item>& items) {
    bool found = false;
    for (const Item& item : items) {
      if (item.kind == Item::kNamespace) {
        found |= find_dependent(item.items);
      } else if (!item.names.empty() && !contains(twice_, item.names[0]) && can_depend(item) &&
                 depends(item)) {
        twice_.insert(item.names.begin(), item.names.end());
        found = true;
      }
    }
    return found;
  }

  bool can_depend(const Item& item) const {
    if (is_function(item)) return may_exist_twice(host_, item);
    return !is_host_variable(host_, item) && !is_device_memory(host_, item);
  }

  bool depends(const Item& item) const {
    if (item.kind != Item::kClass) return mentions(host_, item.first, item.end);
    if (mentions(host_, item.first, item.open)) return true;
    return std::any_of(item.items.begin(), item.items.end(), [this](const Item& member) {
      return !is_function(member) && depends(member);
    });
  }

  void find_members(const std::vector<Item>& items, bool in_class) {
    for (const Item& item : items) {
      find_members(item.items, item.kind == Item::kClass);
      if (in_class) members_.insert(item.names.begin(), item.names.end());
    }
  }

  bool mentions(const Source& source, std::size_t first, std::size_t last) const {
    for (std::size_t i = first; i < last && !twice_.empty(); ++i) {
      if (is_mention(source, i) && contains(twice_, source[i])) return true;
    }
    return false;
  }

  /// What only one text declares must be nothing else in the other. (Of functions each says, when it
  /// runs, for whom it is.)
  void check_one_sided(const std::vector<Item>& host, const std::vector<Item>& device) {
    for (const Pair& pair : one_sided_) {
      const Item& item = pair.host ? *pair.host : *pair.device;
      for (const std::string_view name : item.names) {
        if (is_used(pair.host ? device : host, pair.host ? device_ : host_, name)) {
          differs(pair.host ? host_ : device_, item,
                  "the other one has something else of this name");
        }
      }
    }
  }

  /// Does the text whose declarations these are name something that it does not declare itself?
  bool is_used(const std::vector<Item>& items, const Source& source, std::string_view name) const {
    for (const Item& item : items) {
      if (item.kind == Item::kNamespace || item.kind == Item::kClass) {
        if (is_used(item.items, source, name)) return true;
        continue;
      }
      if (item.kind == Item::kFunction) {
        const Runs runs = who_runs(source, item);
        if (&source == &host_ ? !runs.is_host : !(runs.is_kernel || runs.is_device)) continue;
        if (declares(source, item.first, item.end, name, false)) continue;
      }
      for (std::size_t i = item.first; i < item.end; ++i) {
        if (source[i] == name && is_mention(source, i)) return true;
      }
    }
    return false;
  }

  /// Is there a parameter or a local variable of that name? @param or_maybe also for `T* name`, which
  /// may be a product.
  static bool declares(const Source& source, std::size_t first, std::size_t last,
                       std::string_view name, bool or_maybe) {
    for (std::size_t i = first + 1; i < last; ++i) {
      if (source[i] != name || !is_any_of(source[i + 1], {"=", "{", "(", ";", ",", ")", ":", "["}))
        continue;
      if (or_maybe && is_any_of(source[i - 1], {">", "*", "&"})) return true;
      if (source.is_identifier(i - 1) &&
          !is_any_of(source[i - 1], {"return", "else", "case", "do", "goto", "throw", "new"})) {
        return true;
      }
    }
    return false;
  }

  void differs(const Source& source, const Item& item, const char* rule) {
    std::string name = "this";
    if (!item.names.empty()) name = item.names[0];
    const_cast<Source&>(source).error(
        item.first, name + " is not the same in host and device code (__CUDA_ARCH__): " + rule);
  }

  // ---- the text of both

  void merge(const std::vector<Item>& host, const std::vector<Item>& device, std::size_t end,
             bool in_class) {
    const std::vector<Pair> pairs = align(host, device);
    std::size_t next = host.empty() ? end : host[0].first;
    for (const Pair& pair : pairs) {
      if (pair.host) next = pair.host->end;
      const Item& item = pair.host ? *pair.host : *pair.device;
      if (!in_class && is_function(item) && !item.names.empty() &&
          contains(twice_, item.names[0])) {
        const std::size_t at = pair.host ? pair.host->first : next;
        if (pair.device) insertions_[at] += of_device(pair.device->first, pair.device->end);
      } else if (!pair.device) {
        keep_for_host(*pair.host);
      } else if (!pair.host) {
        add_for_device(*pair.device, next);
      } else if (has_items(*pair.host, *pair.device)) {
        merge(pair.host->items, pair.device->items, pair.host->close,
              pair.host->kind == Item::kClass);
      } else if (is_function(*pair.host)) {
        merge_function(*pair.host, *pair.device, in_class);
      } else {
        merge_other(*pair.host, *pair.device);
      }
    }
  }

  std::string of_device(std::size_t first, std::size_t last) const {
    return device_.marker(first) + device_.render(first, last);
  }

  void replace(std::size_t first, std::size_t last, const std::string& text) {
    host_.erase(first, last);
    host_.insert_before(first, text);
    host_.insert_after(last - 1, host_.marker(last - 1));
  }

  void merge_other(const Item& host, const Item& device) {
    if (is_host_variable(&host, &device) || is_same_constant(host, device)) return;
    if (is_device_memory(host_, host) && is_device_memory(device_, device)) {
      if (!is_same(host.first, host.end, device.first, device.end) ||
          mentions(device_, device.first, device.end)) {
        replace(host.first, host.end, of_device(device.first, device.end));
      }
    } else if (is_of_library({&host, &device})) {
      if (!is_same(host.first, host.end, device.first, device.end)) {
        replace(host.first, host.end, of_device(device.first, device.end));
      }
    } else if (!host.names.empty() && contains(twice_, host.names[0])) {
      for (const std::string_view name : host.names) {
        if (contains(members_, name)) {
          return differs(host_, host, "a member of a class has the same name");
        }
      }
      insertions_[host.first] += of_device(device.first, device.end);
    } else if (!is_same(host.first, host.end, device.first, device.end)) {
      insertions_[host.first] += of_device(device.first, device.end);
    }
  }

  static Runs who_runs(const Source& source, const Item& item) {
    Runs runs;
    for (std::size_t i = item.first; i < item.parameters && i < item.end; ++i) {
      runs.is_kernel |= source[i] == "__global__";
      runs.is_device |= source[i] == "__device__";
      runs.is_host |= source[i] == "__host__";
      runs.is_constant |= is_any_of(source[i], {"constexpr", "consteval"});
    }
    runs.is_host |= !runs.is_device && !runs.is_kernel;
    // `void S::f() {`: the declaration in the class says it.
    bool is_member = false;
    for (std::size_t i = first_of_name(source, item); i < item.parameters; ++i) {
      is_member |= source[i] == "::";
    }
    runs.is_device |= runs.is_constant || (runs.is_host && is_member);
    return runs;
  }

  /// The name of a function as a string.
  static std::string quoted(const Item& item) {
    return "\"" + (item.names.empty() ? std::string() : std::string(item.names[0])) + "\"";
  }

  static bool is_destructor(const Source& source, const Item& item) {
    return item.parameters > 1 && source[item.parameters - 2] == "~";
  }

  void keep_for_host(const Item& item) {
    if (item.kind != Item::kFunction) return;
    const Runs runs = who_runs(host_, item);
    if (runs.is_kernel &&
        host_.is_library(item.first)) {  // something to launch, where there is no device code
      host_.erase(item.first, item.end);
    }
    if (!runs.is_host || (!item.names.empty() && item.names[0] == "main")) return;
    if (is_destructor(host_, item)) {  // the device has the one without a body
      host_.insert_before(item.open, "{ if (!::simt::in_device_code()) ");
      host_.insert_after(item.close, " }");
    } else {
      host_.insert_after(item.open, " ::simt::only_for_host(" + quoted(item) + ");");
    }
  }

  void add_for_device(const Item& item, std::size_t at) {
    if (item.kind == Item::kFunction) {
      const Runs runs = who_runs(device_, item);
      if (!runs.is_kernel && !runs.is_device) return;  // nobody calls it
      if (is_destructor(device_, item)) {
        device_.insert_before(item.open, "{ if (::simt::in_device_code()) ");
        device_.insert_after(item.close, " }");
      } else if (!runs.is_kernel) {
        device_.insert_after(item.open, " ::simt::only_for_device(" + quoted(item) + ");");
      }
    }
    if (is_host_variable(device_, item)) return;
    insertions_[at] += of_device(item.first, item.end);
  }

  void merge_function(const Item& host, const Item& device, bool in_class) {
    const bool is_changed = !is_same(host.first, host.end, device.first, device.end);
    if (!is_changed && !mentions(device_, device.first, device.end)) return;
    const Runs on_host = who_runs(host_, host), on_device = who_runs(device_, device);
    if (host.kind != Item::kFunction || device.kind != Item::kFunction) {
      return merge_declaration(host, device, in_class);
    }
    if (on_host.is_kernel || on_device.is_kernel || !on_host.is_host) {
      replace(host.first, host.end, of_device(device.first, device.end));
    } else if (!on_device.is_device) {
      merge_lambdas(host, device);
    } else if (!is_same_head(host, device) || mentions(device_, device.first, device.open)) {
      if (is_of_library({&host, &device})) {
        return replace(host.first, host.end, of_device(device.first, device.end));
      }
      differs(host_, host, "such a function may have two bodies, but not two heads");
    } else {
      if (!on_host.is_device) {
        const std::size_t name = host.parameters - 1;
        host_.insert_before(read_declaration(host_, name).first, "__host__ __device__ ");
      }
      merge_body(host.open, host.close, device.open, device.close,
                 on_host.is_constant && is_of_library({&host, &device}));
    }
  }

  /// One of them is only a declaration.
  void merge_declaration(const Item& host, const Item& device, bool in_class) {
    if (host.kind == Item::kFunction && host.kind != device.kind) {
      if (device_[device.end - 2] != ")") {  // = default, = delete, = 0
        differs(host_, host, "such a function may have two bodies, but not two heads");
      } else {
        keep_for_host(host);
      }
    } else if (device.kind == Item::kFunction) {
      if (host_[host.end - 2] != ")") {
        differs(host_, host, "such a function may have two bodies, but not two heads");
      } else if (in_class) {
        replace(host.first, host.end, of_device(device.first, device.end));
      } else {
        add_for_device(device, host.end);
      }
    }
  }

  bool is_same_head(const Item& host, const Item& device) const {
    return head(host_, host) == head(device_, device);
  }

  static std::string head(const Source& source, const Item& item) {
    std::string text;
    for (std::size_t i = item.first; i < item.open; ++i) {
      const bool is_attribute = is_any_of(source[i], {"__attribute__", "__attribute"});
      if (is_attribute && source.closing(i + 1) != kNone) {
        i = source.closing(i + 1);
      } else if (!is_function_qualifier(source[i])) {
        (text += source[i]) += ' ';
      }
    }
    return text;
  }

  /// `{ … }` becomes both bodies and the test that picks one, if they differ. @param is_constant  the
  /// compiler may have to compute it: it takes the host's.
  void merge_body(std::size_t open, std::size_t close, std::size_t device_open,
                  std::size_t device_close, bool is_constant = false) {
    if (is_same(open, close, device_open, device_close) &&
        !mentions(device_, device_open, device_close)) {
      return;
    }
    rename_labels(device_open, device_close);
    const std::string not_constant = is_constant ? "!__builtin_is_constant_evaluated() && " : "";
    host_.insert_before(open, "{ if (" + not_constant + "::simt::in_device_code())" +
                                  of_device(device_open, device_close + 1) + " else" +
                                  host_.marker(open));
    host_.insert_after(close, " }");
  }

  /// A function has a label once.
  void rename_labels(std::size_t open, std::size_t close) {
    std::set<std::string_view> targets;
    for (std::size_t i = open; i < close; ++i) {
      if (device_[i] == "goto") targets.insert(device_[i + 1]);
    }
    for (std::size_t i = open + 1; i < close; ++i) {
      const std::string_view before = device_[i - 1];
      const bool is_label = device_.is_identifier(i) && device_[i + 1] == ":" &&
                            device_[i] != "default" &&
                            (is_any_of(before, {";", "{", "}"}) || contains(targets, device_[i]));
      if (!is_label && before != "goto") continue;
      device_.replace(i, std::string(kDevicePrefix) + std::string(device_[i]));
    }
  }

  struct Region {
    std::size_t open, close;
    bool is_host;
  };

  /// The bodies of the lambdas, and of the members of local classes, that are for the device.
  static std::vector<Region> device_regions(const Source& source, const Item& item) {
    std::vector<Region> regions;
    for (std::size_t i = item.open + 1; i < item.close; ++i) {
      if (source[i] != "__device__") continue;
      const bool is_host = source[i - 1] == "__host__" || source[i + 1] == "__host__";
      std::size_t open = i + 1;
      while (open < item.close && !is_any_of(source[open], {"{", ";"})) {
        const std::size_t close = source.closing(open);
        open = close == kNone ? open + 1 : close + 1;
      }
      if (source[open] != "{" || source.closing(open) == kNone) continue;
      regions.push_back({open, source.closing(open), is_host});
      i = source.closing(open);
    }
    return regions;
  }

  void merge_lambdas(const Item& host, const Item& device) {
    const std::vector<Region> of_host = device_regions(host_, host);
    const std::vector<Region> of_device_text = device_regions(device_, device);
    if (of_host.size() != of_device_text.size()) {
      return differs(host_, host, "it has the same device lambdas for both");
    }
    for (std::size_t i = 0; i < of_host.size(); ++i) {
      const Region& h = of_host[i];
      const Region& d = of_device_text[i];
      for (std::size_t k = d.open; k < d.close; ++k) {
        if (is_mention(device_, k) && contains(twice_, device_[k]) &&
            declares(device_, device.first, device.end, device_[k], true)) {
          return differs(host_, host, "a local variable has the name of something that is not");
        }
      }
      if (h.is_host) {
        merge_body(h.open, h.close, d.open, d.close);
      } else if (!is_same(h.open, h.close, d.open, d.close) || mentions(device_, d.open, d.close)) {
        replace(h.open, h.close + 1, of_device(d.open, d.close + 1));
      }
    }
  }

  Source& host_;
  Source& device_;
  /// Before which token of the host's text what of the device's goes.
  std::map<std::size_t, std::string> insertions_;
  std::vector<Pair> one_sided_;
  std::set<std::string_view> twice_;    ///< names that stand for two things
  std::set<std::string_view> members_;  ///< names of members of classes
};

}  // namespace

std::string merge_passes(std::string_view host, std::string_view device,
                         std::vector<Diagnostic>& errors) {
  Source of_host(host, "<stdin>", errors, device);
  std::vector<Diagnostic> errors_again;
  Source of_device(device, "<stdin>", errors_again, host);
  bool is_same = of_host.size() == of_device.size();
  for (std::size_t i = 0; is_same && i < of_host.size(); ++i) is_same = of_host[i] == of_device[i];
  if (is_same) return std::string(host);
  Merger merger(of_host, of_device);
  merger.merge();
  errors.insert(errors.end(), errors_again.begin(), errors_again.end());
  return of_host.render() + merger.end();
}

std::vector<std::string> headers_of_device(std::string_view host, std::string_view device) {
  std::vector<Diagnostic> errors;
  const Lexed of_host = lex(host, "<stdin>", errors, device),
              of_device = lex(device, "<stdin>", errors, host);
  const std::vector<std::string_view> known = system_headers(of_host);
  std::vector<std::string> missing;
  for (const std::string_view header : system_headers(of_device)) {
    if (std::find(known.begin(), known.end(), header) == known.end()) {
      missing.push_back(unescape(header));
    }
  }
  return missing;
}

}  // namespace translator
