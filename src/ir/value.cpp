#include "ir/value.h"

#include <algorithm>

#include "base/arena.h"
#include "base/invariant.h"

namespace arges::ir {

mpz_class Value::integer() const {
  if (is_small()) return mpz_class(static_cast<long>(as_small()));
  INVARIANT(is_big() && as_big().kind == BigValue::Kind::integer, "value should be an integer");
  return as_big().integer;
}

mpq_class Value::rational() const {
  if (is_big() && as_big().kind == BigValue::Kind::rational) return as_big().rational;
  return mpq_class(integer());
}

namespace {

std::strong_ordering compare_arrays(const ArrayValue& a, const ArrayValue& b) {
  if (const auto order = compare(a.fallback, b.fallback); order != 0) return order;
  const std::size_t common = std::min(a.entries.size(), b.entries.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (const auto order = compare(a.entries[i].first, b.entries[i].first); order != 0)
      return order;
    if (const auto order = compare(a.entries[i].second, b.entries[i].second); order != 0)
      return order;
  }
  return a.entries.size() <=> b.entries.size();
}

bool is_array(Value v) { return v.is_big() && v.as_big().kind == BigValue::Kind::array; }

}  // namespace

std::strong_ordering compare(Value a, Value b) {
  if (a == b) return std::strong_ordering::equal;
  if (a.is_unknown() || b.is_unknown()) return a.word() <=> b.word();
  if (a.is_small() && b.is_small()) return a.as_small() <=> b.as_small();
  if (is_array(a) && is_array(b)) return compare_arrays(a.as_big().array, b.as_big().array);
  return cmp(a.rational(), b.rational()) <=> 0;
}

std::size_t stable_hash(Value value) {
  return value.is_big() ? value.as_big().hash : hash_combine(0, value.word());
}

Value array_get(Value array, Value index) {
  const ArrayValue& contents = array.as_big().array;
  const auto at = std::lower_bound(contents.entries.begin(), contents.entries.end(), index,
                                   [](const std::pair<Value, Value>& entry, Value key) {
                                     return compare(entry.first, key) < 0;
                                   });
  return at != contents.entries.end() && at->first == index ? at->second : contents.fallback;
}

}  // namespace arges::ir
