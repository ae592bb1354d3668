#include "ir/context.h"

#include <algorithm>
#include <map>
#include <new>

#include <fmt/format.h>

#include "base/invariant.h"

namespace arges::ir {

namespace {

std::size_t hash_of(const mpz_class& number) {
  std::size_t hash = mpz_sgn(number.get_mpz_t()) < 0 ? 1 : 0;
  for (std::size_t i = 0; i < mpz_size(number.get_mpz_t()); ++i)
    hash = hash_combine(hash, mpz_getlimbn(number.get_mpz_t(), static_cast<mp_size_t>(i)));
  return hash;
}

std::size_t hash_of(const BigValue& value) {
  switch (value.kind) {
    case BigValue::Kind::integer:
      return hash_of(value.integer);
    case BigValue::Kind::rational:
      return hash_combine(hash_of(value.rational.get_num()), hash_of(value.rational.get_den()));
    case BigValue::Kind::array: {
      std::size_t hash = stable_hash(value.array.fallback);
      for (const auto& [index, element] : value.array.entries)
        hash = hash_combine(hash_combine(hash, stable_hash(index)), stable_hash(element));
      return hash;
    }
  }
  return 0;
}

bool same(const BigValue& a, const BigValue& b) {
  return a.kind == b.kind && a.integer == b.integer && a.rational == b.rational &&
         a.array.fallback == b.array.fallback && a.array.entries == b.array.entries;
}

}  // namespace

Value ValuePool::intern(BigValue value) {
  value.hash = hash_of(value);
  return Value::big(table_.intern(
      value.hash, [&](const BigValue& other) { return same(value, other); },
      [&] { return &storage_.emplace_back(std::move(value)); }));
}

Value ValuePool::integer(const mpz_class& number) {
  if (number.fits_slong_p() && Value::fits(number.get_si())) return Value::small(number.get_si());
  return intern({.kind = BigValue::Kind::integer, .integer = number, .rational = {}, .array = {}});
}

Value ValuePool::rational(mpq_class number) {
  number.canonicalize();
  if (number.get_den() == 1) return integer(number.get_num());
  return intern({.kind = BigValue::Kind::rational, .integer = {}, .rational = number, .array = {}});
}

namespace {

/// With finitely many indices any value could be the fallback; to be unique it is the most frequent
/// one, of equally frequent ones the least. Few entries leave no doubt.
void choose_fallback(Type type, Value& fallback, std::vector<std::pair<Value, Value>>& entries) {
  const std::uint64_t indices = type.index().cardinality(2 * entries.size());
  if (indices == 0 || entries.empty()) return;
  const auto less = [](Value a, Value b) { return compare(a, b) < 0; };
  std::map<Value, std::uint64_t, decltype(less)> count(less);
  for (const auto& entry : entries) ++count[entry.second];
  count[fallback] = indices - entries.size();
  const Value best = std::max_element(count.begin(), count.end(), [](const auto& a, const auto& b) {
                       return a.second < b.second;
                     })->first;
  if (best == fallback) return;
  std::vector<std::pair<Value, Value>> others;
  auto entry = entries.begin();
  for (std::uint64_t i = 0; i < indices; ++i) {
    const Value index = Value::small(static_cast<std::int64_t>(i));
    const bool named = entry != entries.end() && entry->first == index;
    const Value element = named ? (entry++)->second : fallback;
    if (element != best) others.emplace_back(index, element);
  }
  fallback = best;
  entries = std::move(others);
}

}  // namespace

Value ValuePool::array(Type type, Value fallback, std::vector<std::pair<Value, Value>> entries) {
  const auto before = [](const auto& a, const auto& b) { return compare(a.first, b.first) < 0; };
  std::stable_sort(entries.begin(), entries.end(), before);
  // Of several entries with one index the last written counts.
  std::vector<std::pair<Value, Value>> kept;
  for (const auto& entry : entries) {
    if (!kept.empty() && kept.back().first == entry.first)
      kept.back().second = entry.second;
    else
      kept.push_back(entry);
  }
  std::erase_if(kept, [&](const auto& entry) { return entry.second == fallback; });
  choose_fallback(type, fallback, kept);
  return intern({.kind = BigValue::Kind::array,
                 .integer = {},
                 .rational = {},
                 .array = {fallback, std::move(kept)}});
}

Value ValuePool::array_set(Type type, Value array, Value index, Value element) {
  const ArrayValue& contents = array.as_big().array;
  std::vector<std::pair<Value, Value>> entries = contents.entries;
  entries.emplace_back(index, element);
  return this->array(type, contents.fallback, std::move(entries));
}

Context::Context() {
  bool_type_ = intern_type({.kind = TypeKind::boolean, .id = 0, .hash = 0});
  int_type_ = intern_type({.kind = TypeKind::integer, .id = 0, .hash = 0});
  rat_type_ = intern_type({.kind = TypeKind::rational, .id = 0, .hash = 0});
  false_ = literal(bool_type_, Value::boolean(false));
  true_ = literal(bool_type_, Value::boolean(true));
  selector_ = declare("branch!", bool_type_);
}

Type Context::intern_type(TypeRecord record) {
  std::size_t hash = hash_combine(static_cast<std::size_t>(record.kind), record.width);
  hash = hash_combine(hash, record.exponent_bits);
  if (record.index) hash = hash_combine(hash, record.index.id());
  if (record.element) hash = hash_combine(hash, record.element.id());
  for (const char c : record.name) hash = hash_combine(hash, static_cast<unsigned char>(c));
  record.hash = hash;
  const auto equal = [&](const TypeRecord& other) {
    return record.kind == other.kind && record.width == other.width &&
           record.exponent_bits == other.exponent_bits && record.index == other.index &&
           record.element == other.element && record.name == other.name &&
           record.literals == other.literals;
  };
  return Type(type_table_.intern(hash, equal, [&] {
    record.id = static_cast<std::uint32_t>(types_.size());
    return &types_.emplace_back(std::move(record));
  }));
}

Type Context::bv_type(std::uint32_t width) {
  INVARIANT(width > 0, "a bit-vector should have at least one bit");
  return intern_type({.kind = TypeKind::bitvector, .id = 0, .hash = 0, .width = width});
}

Type Context::fp_type(std::uint32_t exponent_bits, std::uint32_t significand_bits) {
  INVARIANT(is_fp_format(exponent_bits, significand_bits), "the format should be a supported one");
  return intern_type({.kind = TypeKind::floating,
                      .id = 0,
                      .hash = 0,
                      .width = exponent_bits + significand_bits,
                      .exponent_bits = exponent_bits});
}

Type Context::array_type(Type index, Type element) {
  INVARIANT(!index.is_array() && !index.is_floating(),
            "arrays should not be indexed by arrays or floating point");
  return intern_type(
      {.kind = TypeKind::array, .id = 0, .hash = 0, .index = index, .element = element});
}

Type Context::enum_type(const std::string& name, std::vector<std::string> literals) {
  const Type type = intern_type({.kind = TypeKind::enumeration,
                                 .id = 0,
                                 .hash = 0,
                                 .name = name,
                                 .literals = std::move(literals)});
  return type;
}

Var Context::declare(std::string name, Type type, SourceLocation location) {
  return &variables_.emplace_back(
      VarDecl{std::move(name), type, static_cast<std::uint32_t>(variables_.size()), location});
}

Var Context::declare_fresh(Var like) {
  const std::string stem = like->name.substr(0, like->name.find('!'));
  return declare(fmt::format("{}!{}", stem, variables_.size()), like->type, like->location);
}

Expr Context::make(Op op, Type type, std::span<const Expr> children, std::uint32_t number,
                   std::span<const Var> bound, Value value, Var var) {
  std::size_t hash = hash_combine(static_cast<std::size_t>(op), type.id());
  hash = hash_combine(hash, number);
  for (const Expr child : children) hash = hash_combine(hash, child.id());
  for (const Var v : bound) hash = hash_combine(hash, v->id);
  if (op == Op::literal) hash = hash_combine(hash, stable_hash(value));
  if (op == Op::variable) hash = hash_combine(hash, var->id);

  const auto equal = [&](const ExprRecord& other) {
    return other.op == op && other.type == type && other.number == number && other.value == value &&
           other.var == var &&
           std::equal(children.begin(), children.end(), other.children.begin(),
                      other.children.end()) &&
           std::equal(bound.begin(), bound.end(), other.bound.begin(), other.bound.end());
  };
  const auto copy = [this]<typename T>(std::span<const T> items) -> std::span<const T> {
    if (items.empty()) return {};
    auto* memory = static_cast<T*>(arena_.allocate(items.size_bytes(), alignof(T)));
    std::uninitialized_copy(items.begin(), items.end(), memory);
    return {memory, items.size()};
  };
  std::uint64_t symbols =
      op == Op::variable ? std::uint64_t{1} << ((var->id + 7 * number) % 64) : 0;
  for (const Expr child : children) symbols |= child.symbols();
  return Expr(exprs_.intern(hash, equal, [&]() -> const ExprRecord* {
    void* memory = arena_.allocate(sizeof(ExprRecord), alignof(ExprRecord));
    return new (memory) ExprRecord{.op = op,
                                   .id = static_cast<std::uint32_t>(exprs_.size()),
                                   .number = number,
                                   .hash = hash,
                                   .context = this,
                                   .type = type,
                                   .value = value,
                                   .var = var,
                                   .children = copy(children),
                                   .bound = copy(bound),
                                   .symbols = symbols};
  }));
}

Expr Context::var(Var variable, std::uint32_t version) {
  return make(Op::variable, variable->type, {}, version, {}, Value(), variable);
}

Expr Context::literal(Type type, Value value) {
  INVARIANT(!value.is_unknown(), "a literal should have a value");
  return make(Op::literal, type, {}, 0, {}, value);
}

Expr Context::int_literal(const mpz_class& number) {
  return literal(int_type_, values_.integer(number));
}

Expr Context::rat_literal(const mpq_class& number) {
  return literal(rat_type_, values_.rational(number));
}

Expr Context::bv_literal(std::uint32_t width, const mpz_class& number) {
  mpz_class reduced;
  mpz_fdiv_r_2exp(reduced.get_mpz_t(), number.get_mpz_t(), width);
  return literal(bv_type(width), values_.integer(reduced));
}

Expr Context::fp_literal(Type type, const mpz_class& bits) {
  return literal(type, values_.integer(fp_canonical(type, bits)));
}

Expr Context::enum_literal(Type type, std::uint32_t position) {
  INVARIANT(position < type.literals().size(), "an enumeration literal should exist");
  return literal(type, Value::small(position));
}

const StmtRecord* Context::keep(StmtRecord record) {
  return &statements_.emplace_back(std::move(record));
}

}  // namespace arges::ir
