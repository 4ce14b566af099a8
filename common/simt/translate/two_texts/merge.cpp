#include "two_texts/merge.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "declaration.h"
#include "item_facts.h"
#include "items.h"
#include "source.h"
#include "two_texts/different_names.h"
#include "two_texts/item_pairs.h"

namespace translator {
namespace {

constexpr std::string_view kDevicePrefix = "simt_device_";

/// Words that say where a function runs or how it is compiled, and are no part of its type.
bool is_function_qualifier(std::string_view token) {
  return is_any_of(token, {"__host__", "__device__", "__global__", "__forceinline__",
                           "__noinline__", "inline", "__inline__", "constexpr"});
}

class Merger {
 public:
  Merger(Source& host, Source& device) : host_(host), device_(device) {}

  /// Changes the host's text.
  void merge() {
    const std::vector<Item> host = read_items(host_, 0, host_.size(), false);
    const std::vector<Item> device = read_items(device_, 0, device_.size(), false);
    names_.find(host, device);
    for (const Pair& pair : names_.misnamed(host, device)) {
      differs(pair.host ? host_ : device_, pair.host ? *pair.host : *pair.device,
              "the other one has something else of this name");
    }
    for (std::size_t i = 0; i < device_.size(); ++i) {
      if (is_mention(device_, i) && names_.contains(device_[i])) {
        device_.replace(i, std::string(kDevicePrefix) + std::string(device_[i]));
      }
    }
    merge(host, device, host_.size(), false);
    for (const auto& [i, text] : insertions_) {
      if (i < host_.size()) host_.insert_in_front(i, text + host_.marker(i));
    }
  }

  /// What stands after the last token.
  std::string end() const {
    const auto found = insertions_.find(host_.size());
    return found == insertions_.end() ? std::string() : found->second;
  }

 private:
  using Pair = ItemPairs::Pair;

  /// Both are the same namespace or class, of which only what is inside may differ.
  bool has_items(const Item& host, const Item& device) const {
    return pairs_.is_same_namespace(host, device) ||
           (pairs_.is_same_class(host, device) &&
            (host.names.empty() || !names_.contains(host.names[0])));
  }

  void differs(const Source& source, const Item& item, const char* rule) {
    std::string name = "this";
    if (!item.names.empty()) name = item.names[0];
    source.error(item.first,
                 name + " is not the same in host and device code (__CUDA_ARCH__): " + rule);
  }

  void merge(const std::vector<Item>& host, const std::vector<Item>& device, std::size_t end,
             bool in_class) {
    const std::vector<Pair> pairs = pairs_.align(host, device);
    std::size_t next = host.empty() ? end : host[0].first;
    for (const Pair& pair : pairs) {
      if (pair.host) next = pair.host->end;
      const Item& item = pair.host ? *pair.host : *pair.device;
      if (!in_class && is_function(item) && !item.names.empty() && names_.contains(item.names[0])) {
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
    if (is_host_variable(host_, host) && is_host_variable(device_, device)) return;
    const bool is_twice = !host.names.empty() && names_.contains(host.names[0]);
    if (!is_twice && pairs_.is_same_constant(host, device)) return;
    if (is_device_memory(host_, host) && is_device_memory(device_, device)) {
      if (!pairs_.is_same(host, device) ||
          names_.are_mentioned(device_, device.first, device.end)) {
        replace(host.first, host.end, of_device(device.first, device.end));
      }
    } else if (pairs_.is_of_library({&host, &device})) {
      if (!pairs_.is_same(host, device)) {
        replace(host.first, host.end, of_device(device.first, device.end));
      }
    } else if (is_twice) {
      for (const std::string_view name : host.names) {
        if (names_.is_member(name)) {
          return differs(host_, host, "a member of a class has the same name");
        }
      }
      insertions_[host.first] += of_device(device.first, device.end);
    } else if (!pairs_.is_same(host, device)) {
      insertions_[host.first] += of_device(device.first, device.end);
    }
  }

  /// The name of a function as a string.
  static std::string quoted(const Item& item) {
    return "\"" + (item.names.empty() ? std::string() : std::string(item.names[0])) + "\"";
  }

  void keep_for_host(const Item& item) {
    if (item.kind != Item::kFunction) return;
    const Qualifiers runs = who_runs(host_, item);
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
      const Qualifiers runs = who_runs(device_, item);
      if (!runs.is_kernel && !runs.is_device) return;  // it is never called
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
    const bool is_changed = !pairs_.is_same(host, device);
    if (!is_changed && !names_.are_mentioned(device_, device.first, device.end)) return;
    const Qualifiers on_host = who_runs(host_, host), on_device = who_runs(device_, device);
    if (host.kind != Item::kFunction || device.kind != Item::kFunction) {
      return merge_declaration(host, device, in_class);
    }
    if (on_host.is_kernel || on_device.is_kernel || !on_host.is_host) {
      replace(host.first, host.end, of_device(device.first, device.end));
    } else if (!on_device.is_device) {
      merge_lambdas(host, device);
    } else if (!is_same_head(host, device) ||
               names_.are_mentioned(device_, device.first, device.open)) {
      if (pairs_.is_of_library({&host, &device})) {
        return replace(host.first, host.end, of_device(device.first, device.end));
      }
      differs(host_, host, "such a function may have two bodies, but not two heads");
    } else {
      if (!on_host.is_device) {
        const std::size_t name = host.parameters - 1;
        host_.insert_before(read_declaration(host_, name).first, "__host__ __device__ ");
      }
      merge_body(host.open, host.close, device.open, device.close,
                 on_host.is_constant && pairs_.is_of_library({&host, &device}));
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
    if (pairs_.is_same(open, close, device_open, device_close) &&
        !names_.are_mentioned(device_, device_open, device_close)) {
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
                            (is_any_of(before, {";", "{", "}"}) || targets.count(device_[i]) > 0);
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
        if (is_mention(device_, k) && names_.contains(device_[k]) &&
            declares(device_, device.first, device.end, device_[k], true)) {
          return differs(host_, host, "a local variable has the name of something that is not");
        }
      }
      if (h.is_host) {
        merge_body(h.open, h.close, d.open, d.close);
      } else if (!pairs_.is_same(h.open, h.close, d.open, d.close) ||
                 names_.are_mentioned(device_, d.open, d.close)) {
        replace(h.open, h.close + 1, of_device(d.open, d.close + 1));
      }
    }
  }

  Source& host_;
  Source& device_;
  const ItemPairs pairs_{host_, device_};
  DifferentNames names_{host_, device_, pairs_};
  /// Before which token of the host's text what of the device's goes.
  std::map<std::size_t, std::string> insertions_;
};

}  // namespace

std::string merge_texts(std::string_view host, std::string_view device,
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
