#include "frontend/c/lower/memory.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"
#include "frontend/c/syntax/visit.h"
#include "ir/simplify.h"

namespace arges::frontend::c {

namespace {

bool is_void(Type type) { return type->is(TypeKind::void_); }

/// Whether one variable serves both scalars: floating point has no bits to be read as an integer.
bool is_kept_alike(Type a, Type b) {
  return a->size == b->size && a->width == b->width && a->significand_bits == b->significand_bits;
}

/// Whether a type is another, or arrays of it: then a pointer to that meets nothing else there.
bool consists_of(Type whole, Type part) {
  while (whole->is(TypeKind::array) && whole != part) whole = whole->element;
  while (part->is(TypeKind::array) && whole != part) part = part->element;
  return whole == part || (whole->is_scalar() && part->is_scalar() && is_kept_alike(whole, part));
}

}  // namespace

Memory::Memory(ir::Context& context, Arithmetic& arithmetic, const Program& program,
               const PointsTo& points_to)
    : context_(context), arithmetic_(arithmetic), program_(program) {
  find_fields();
  find_unlike_unions();
  find_puns(points_to);
}

void Memory::find_fields() {
  for (const Expr& expression : program_.expressions) {
    if (expression.kind == ExprKind::member)
      fields_.emplace(expression.child(0)->type, expression.field);
    // What a union is initialized by may be read through another member.
    if (expression.kind == ExprKind::initializer_list && expression.type->is(TypeKind::union_))
      for (std::size_t i = 0; i < expression.children.size(); ++i)
        if (expression.child(i) != nullptr) fields_.emplace(expression.type, i);
    if (expression.kind == ExprKind::convert && expression.type->is(TypeKind::pointer) &&
        !is_void(expression.type->element) && expression.child(0)->kind == ExprKind::call)
      element_types_.emplace(expression.child(0), expression.type->element);
  }
}

bool Memory::has_unlike_members(Type record) const {
  if (!record->is(TypeKind::union_)) return false;
  std::size_t used = 0;
  bool are_integral = true;
  for (std::size_t i = 0; i < record->fields.size(); ++i) {
    if (!is_used(record, i)) continue;
    ++used;
    are_integral = are_integral && record->fields[i].type->is_integral();
  }
  return used > 1 && !are_integral;
}

void Memory::use_all_fields(Type type) {
  if (type->is(TypeKind::array)) return use_all_fields(type->element);
  if (!type->is_record()) return;
  for (std::size_t i = 0; i < type->fields.size(); ++i) {
    fields_.emplace(type, i);
    use_all_fields(type->fields[i].type);
  }
}

/// Members of such unions are accessed as parts of others: as bytes, and by pointers to what is not
/// an object of its own.
void Memory::find_unlike_unions() {
  for (const TypeRecord& type : program_.types) {
    if (!has_unlike_members(&type)) continue;
    puns_ = true;
    use_all_fields(&type);
  }
}

void Memory::find_puns(const PointsTo& points_to) {
  for (const Expr& expression : program_.expressions) {
    if (expression.kind == ExprKind::convert && expression.type->is(TypeKind::pointer)) {
      const Type to = expression.type->element;
      const Type from = expression.child(0)->type->element;
      const bool is_same = from != nullptr && !is_void(from) && consists_of(from, to);
      if (!is_same) note_pun(points_to, expression.child(0), to);
    }
    const Function* called =
        expression.kind == ExprKind::call ? named_function(expression.child(0)) : nullptr;
    const bool goes_through_memory =
        called != nullptr && called->body == nullptr && expression.children.size() == 4 &&
        (called->library_name() == "memset" || called->library_name() == "memcpy");
    if (!goes_through_memory) continue;
    // Element by element it may come to other parts than that where it starts.
    for (std::size_t i = 1; i < (called->library_name() == "memset" ? 2U : 3U); ++i) {
      const Expr* pointer = typed_pointer(expression.child(i));
      const Expr* object = whole_object(pointer);
      const Expr* size = expression.child(3);
      while (size->kind == ExprKind::convert) size = size->child(0);
      const bool is_whole = object != nullptr && size->kind == ExprKind::integer &&
                            size->value == mpz_class(object->type->size);
      if (!is_whole && pointer->type->is(TypeKind::pointer))
        note_pun(points_to, pointer, pointer->type->element);
    }
  }
}

/// A pointer that is used as one to another type than what it points to has.
void Memory::note_pun(const PointsTo& points_to, const Expr* pointer, Type to) {
  if (is_void(to) || to->is(TypeKind::function)) return;
  for (const Target& target : points_to.of_value(pointer)) {
    if (target.function != nullptr || target.is_unknown()) continue;
    Type whole = target.object != nullptr ? target.object->type : nullptr;
    if (target.site != nullptr)
      whole = target.site->kind == ExprKind::string ? target.site->type : element_type(target.site);
    if (!consists_of(whole, to)) puns_ = true;
  }
}

ir::Var Memory::declare(const std::string& name, ir::Type type, SourceLocation location) {
  const std::uint32_t times = names_[name]++;
  variables_.push_back(
      context_.declare(times == 0 ? name : fmt::format("{}#{}", name, times + 1), type, location));
  return variables_.back();
}

Instance& Memory::add(std::string name, Type type, Instance::Kind kind, SourceLocation location) {
  instances_.push_back({std::move(name), type, 0, kind});
  Instance& result = instances_.back();
  result.location = location;
  const bool is_open = type->is(TypeKind::array) && type->size == 0;
  if (kind == Instance::Kind::heap || is_open) {
    result.base = next_heap_;
    next_heap_ += heap_span;
  } else {
    result.base = next_address_;
    // Some room between objects: an address one past the end is not that of another.
    next_address_ += mpz_class((type->size / 16 + 2) * 16);
  }
  return result;
}

Instance& Memory::instance(const Object* object, std::uint32_t depth) {
  if (object->is_static) depth = 0;
  Instance*& entry = objects_[{object, depth}];
  if (entry != nullptr) return *entry;
  std::string name =
      object->function == nullptr ? object->name : object->function->name + "::" + object->name;
  if (depth != 0) name += fmt::format("@{}", depth);
  entry = &add(std::move(name), object->type,
               object->is_static ? Instance::Kind::static_ : Instance::Kind::automatic,
               object->location);
  entry->object = object;
  entry->depth = depth;
  return *entry;
}

Instance& Memory::string(const Expr* literal) {
  Instance*& entry = sites_[literal];
  if (entry == nullptr) {
    entry = &add(fmt::format("string@{}", literal->location.line()), literal->type,
                 Instance::Kind::static_, literal->location);
    entry->string = literal;
  }
  return *entry;
}

Type Memory::element_type(const Expr* site) {
  const auto found = element_types_.find(site);
  if (found != element_types_.end()) return found->second;
  if (site->type->is(TypeKind::pointer) && !is_void(site->type->element))
    return site->type->element;
  for (const TypeRecord& record : program_.types)
    if (record.is(TypeKind::integer) && record.size == 1 && !record.is_bitfield()) return &record;
  return arithmetic_.pointer_integer();
}

Instance& Memory::heap(const Expr* site) {
  Instance*& entry = sites_[site];
  if (entry != nullptr) return *entry;
  entry = &add(fmt::format("heap@{}", site->location.line()), element_type(site),
               Instance::Kind::heap, site->location);
  entry->next = declare(entry->name + ".next", arithmetic_.address_storage(), site->location);
  return *entry;
}

Instance& Memory::piece(const Expr* site, std::optional<std::uint64_t> length) {
  Type type = element_type(site);
  if (length) {
    made_types_.push_back(
        {TypeKind::array, fmt::format("{}[{}]", type->spelling, *length), *length * type->size});
    made_types_.back().element = type;
    made_types_.back().length = length;
    type = &made_types_.back();
  }
  Instance& result = add(fmt::format("malloc@{}", site->location.line()), type,
                         Instance::Kind::automatic, site->location);
  pieces_[site].push_back(&result);
  return result;
}

mpz_class Memory::address_of(const Function* function) const {
  return mpz_class(16 * (function->number + 1));
}

bool Memory::is_used(Type record, std::size_t field) const {
  return fields_.contains({record, field}) || record->fields[field].name.empty();
}

bool Memory::is_made_of_integers(Type type) const {
  if (type->is(TypeKind::array)) return type->length && is_made_of_integers(type->element);
  if (!type->is_record()) return type->is_scalar() && !type->is_floating() && !type->is_bitfield();
  for (std::size_t i = 0; i < type->fields.size(); ++i)
    if (is_used(type, i) && !is_made_of_integers(type->fields[i].type)) return false;
  return true;
}

Type Memory::unsigned_integer(std::uint64_t size) {
  if (size != 1 && size != 2 && size != 4 && size != 8) return nullptr;
  Type& entry = unsigned_integers_[size];
  if (entry == nullptr) {
    made_types_.push_back({TypeKind::integer, fmt::format("{} bytes", size), size});
    entry = &made_types_.back();
  }
  return entry;
}

Type Memory::shared_storage(Type record) {
  if (!record->is(TypeKind::union_)) return nullptr;
  Type widest = nullptr;
  std::size_t used = 0;
  bool are_integral = true;
  for (std::size_t i = 0; i < record->fields.size(); ++i) {
    if (!is_used(record, i)) continue;
    ++used;
    const Type type = record->fields[i].type;
    are_integral = are_integral && type->is_integral();
    if (widest == nullptr || type->bits() > widest->bits() ||
        (type->bits() == widest->bits() && widest->is_signed))
      widest = type;
  }
  if (used < 2) return nullptr;
  if (are_integral) return widest;
  const Type bytes = is_made_of_integers(record) ? unsigned_integer(record->size) : nullptr;
  if (bytes == nullptr)
    throw Unsupported(
        fmt::format("'{}', whose members of different kinds share memory,", record->spelling));
  return bytes;
}

std::optional<Leaf> Memory::cell_of(const Leaf& base, Type record) {
  const Type shared = shared_storage(record);
  if (shared == nullptr) return {};
  Leaf result = base;
  result.type = shared;
  if (base.is_shared) return result;  // a union in a union is part of that
  result.storage = shared;
  result.record = record;
  result.path += ".(union)";
  result.is_shared = true;
  result.cell_offset = result.offset;
  return result;
}

Leaf Memory::member_of(const Leaf& base, Type record, std::size_t field) {
  const Field& chosen = record->fields[field];
  Leaf result = cell_of(base, record).value_or(base);
  result.type = chosen.type;
  result.offset += chosen.offset;
  if (result.is_shared) {
    if (!base.is_shared) result.field = field;
    return result;
  }
  result.storage = chosen.type;
  result.record = record;
  result.field = field;
  result.path += "." + (chosen.name.empty() ? fmt::format("({})", field) : chosen.name);
  return result;
}

Leaf Memory::element_of(const Leaf& base, Type array) {
  Leaf result = base;
  result.type = array->element;
  if (base.is_shared) return result;
  result.storage = array->element;
  result.dimensions.push_back({array->length, std::max<std::uint64_t>(1, array->element->size)});
  result.path += "[]";
  return result;
}

void Memory::collect_leaves(const Leaf& at, Type type, std::vector<Leaf>& result) {
  if (type->is(TypeKind::array)) return collect_leaves(element_of(at, type), type->element, result);
  if (const auto cell = cell_of(at, type)) {
    result.push_back(*cell);
    return;
  }
  if (type->is_record()) {
    for (std::size_t i = 0; i < type->fields.size(); ++i)
      if (is_used(type, i)) collect_leaves(member_of(at, type, i), type->fields[i].type, result);
    return;
  }
  result.push_back(at);
}

const std::vector<Leaf>& Memory::leaves(Type type) {
  const auto [entry, is_new] = leaves_.try_emplace(type);
  if (is_new) collect_leaves({type, type}, type, entry->second);
  return entry->second;
}

std::vector<Leaf> Memory::leaves_below(const Leaf& at, Type type) {
  std::vector<Leaf> result;
  collect_leaves(at, type, result);
  return result;
}

ir::Var Memory::variable(Instance& instance, const Leaf& leaf) {
  ir::Var& entry = instance.variables[leaf.path];
  if (entry != nullptr) return entry;
  std::string name = instance.name;
  for (const char c : leaf.path)
    if (c != '[' && c != ']') name += c;
  ir::Type type = arithmetic_.storage(leaf.storage);
  if (!leaf.dimensions.empty() || instance.kind == Instance::Kind::heap)
    type = context_.array_type(arithmetic_.address_storage(), type);
  entry = declare(name, type, instance.location);
  instance.types[leaf.path] = leaf.storage;
  return entry;
}

ir::Expr Memory::index(const Leaf& leaf, const std::vector<ir::Expr>& indices) {
  INVARIANT(indices.size() == leaf.dimensions.size(), "there should be an index a dimension");
  ir::Expr result;
  for (std::size_t i = 0; i < indices.size(); ++i)
    result =
        i == 0 ? indices[0]
               : arithmetic_.address_add(
                     arithmetic_.address_scale(
                         result, leaf.dimensions[i].length.value_or(longest_inner_array.get_ui())),
                     indices[i]);
  return result;
}

ir::Expr Memory::address(const Place& place) {
  if (place.instance == nullptr) {
    const ir::Expr start =
        arithmetic_.address_add(place.address, arithmetic_.address(place.leaf.offset));
    return place.inner ? arithmetic_.address_add(start, place.inner) : start;
  }
  const Type type = place.instance->type;
  if (type->is(TypeKind::array) && type->element->size == 0)
    throw Unsupported("a pointer into a variable array of variable arrays");
  ir::Expr result = arithmetic_.address(place.instance->base + mpz_class(place.leaf.offset));
  for (std::size_t i = 0; i < place.indices.size(); ++i)
    result = arithmetic_.address_add(
        result, arithmetic_.address_scale(place.indices[i], place.leaf.dimensions[i].stride));
  return place.inner ? arithmetic_.address_add(result, place.inner) : result;
}

ir::Expr Memory::inner_offset(const Place& place) {
  const std::uint64_t fixed = place.leaf.offset - place.leaf.cell_offset;
  const ir::Expr start = arithmetic_.address(mpz_class(fixed));
  if (place.inner) return arithmetic_.address_add(start, place.inner);
  return fixed == 0 ? ir::Expr() : start;
}

std::vector<Instance*> Memory::candidates(const Place& place, const Activity& activity) {
  std::vector<Instance*> result;
  for (const Target& target : place.targets) {
    if (target.function != nullptr || target.is_unknown()) continue;
    if (target.site != nullptr) {
      if (target.site->kind == ExprKind::string) result.push_back(&string(target.site));
      const bool is_heap = target.site->kind != ExprKind::string &&
                           (activity.in_cycle || sites_.contains(target.site));
      if (is_heap) result.push_back(&heap(target.site));
      if (const auto single = pieces_.find(target.site); single != pieces_.end())
        result.insert(result.end(), single->second.begin(), single->second.end());
      continue;
    }
    if (target.object->is_static || target.object->function == nullptr) {
      result.push_back(&instance(target.object, 0));
      continue;
    }
    const auto active = activity.depths.find(target.object->function);
    if (active == activity.depths.end()) continue;  // a pointer to what is no more
    for (std::uint32_t depth = 0; depth < active->second; ++depth)
      result.push_back(&instance(target.object, depth));
  }
  return result;
}

bool Memory::is_mixed_heap(const Instance& instance) {
  if (instance.kind != Instance::Kind::heap) return false;
  const std::vector<Leaf>& parts = leaves(instance.type);
  return parts.size() > 1 || (!parts.empty() && parts[0].is_shared);
}

ir::Expr Memory::inside(const Instance& instance, ir::Expr address) {
  const mpz_class end =
      instance.kind == Instance::Kind::heap
          ? mpz_class(instance.base + heap_span)
          : mpz_class(instance.base + mpz_class(std::max<std::uint64_t>(1, instance.type->size)));
  return arithmetic_.address_in(address, arithmetic_.address(instance.base),
                                arithmetic_.address(end));
}

std::optional<Access> Memory::access(Instance& instance, const Leaf& leaf, const Place& place) {
  const ir::Expr address =
      arithmetic_.address_add(place.address, arithmetic_.address(place.leaf.offset));
  if (instance.kind == Instance::Kind::heap) {
    // Indexed by the address itself.
    return Access{inside(instance, address), variable(instance, leaf), address, leaf, &instance};
  }
  ir::Expr rest =
      arithmetic_.address_sub(address, arithmetic_.address(instance.base + mpz_class(leaf.offset)));
  if (leaf.dimensions.empty()) {
    const ir::Expr condition =
        ir::simplify(ir::eq(address, arithmetic_.address(instance.base + mpz_class(leaf.offset))));
    if (condition.is_false()) return {};
    return Access{condition, variable(instance, leaf), {}, leaf, &instance};
  }
  std::vector<ir::Expr> indices;
  ir::Expr condition = inside(instance, address);
  if (instance.type->size == 0) condition = context_.true_expr();  // see the length below
  for (std::size_t i = 0; i < leaf.dimensions.size(); ++i) {
    const Dimension& dimension = leaf.dimensions[i];
    indices.push_back(arithmetic_.address_divide(rest, dimension.stride));
    if (i + 1 < leaf.dimensions.size() || puns_)
      rest = arithmetic_.address_rest(rest, dimension.stride);
  }
  if (!instance.lengths.empty())
    condition = ir::and_(arithmetic_.address_in(address, arithmetic_.address(instance.base),
                                                arithmetic_.address(instance.base + heap_span)),
                         arithmetic_.address_in(indices[0], arithmetic_.address(0),
                                                context_.var(instance.lengths[0])));
  if (puns_ || leaf.is_shared || leaves(instance.type).size() > 1)
    condition = ir::and_(
        condition,
        ir::eq(arithmetic_.address_rest(
                   arithmetic_.address_sub(
                       address, arithmetic_.address(instance.base + mpz_class(leaf.offset))),
                   leaf.dimensions.back().stride),
               arithmetic_.address(0)));
  return Access{condition, variable(instance, leaf), index(leaf, indices), leaf, &instance};
}

std::vector<Access> Memory::accesses(const Place& place, const Leaf& wanted,
                                     const Activity& activity) {
  std::vector<Access> result;
  Place exact = place;
  exact.leaf.offset =
      place.leaf.is_shared ? place.leaf.cell_offset : place.leaf.offset + wanted.offset;
  const ir::Expr inner = place.leaf.is_shared ? inner_offset(place) : ir::Expr();
  const Type record = wanted.record != nullptr ? wanted.record : place.leaf.record;
  const std::size_t field = wanted.record != nullptr ? wanted.field : place.leaf.field;
  for (Instance* candidate : candidates(place, activity)) {
    for (const Leaf& leaf : leaves(candidate->type)) {
      const bool is_part = leaf.is_shared && !wanted.storage->is_floating() &&
                           wanted.storage->bits() < leaf.storage->bits();
      if (!is_kept_alike(leaf.storage, wanted.storage) && !is_part) continue;
      const bool is_other_member =
          record != nullptr && (leaf.record != record || (leaf.field != field && !leaf.is_shared));
      // Bit-fields have no addresses of their own.
      if (is_other_member &&
          (!puns_ || candidate->kind == Instance::Kind::heap || leaf.storage->is_bitfield()))
        continue;
      // Its variables are indexed by addresses, which do not tell one part from another.
      const bool may_be_part =
          candidate->kind == Instance::Kind::heap &&
          (is_mixed_heap(*candidate) || (puns_ && candidate->type->is_record()));
      if (record == nullptr && may_be_part) continue;
      if (const auto found = access(*candidate, leaf, exact)) {
        result.push_back(*found);
        result.back().inner = inner;
      }
      if (!is_part || place.leaf.is_shared) continue;
      // A pointer may be to a later part of what the members of a union share.
      for (std::uint64_t at = wanted.storage->size; at < leaf.storage->size;
           at += wanted.storage->size) {
        Leaf later = leaf;
        later.offset += at;
        const auto found = access(*candidate, later, exact);
        if (!found) continue;
        result.push_back(*found);
        result.back().inner = arithmetic_.address(mpz_class(at));
      }
    }
  }
  return result;
}

ir::Expr Memory::mismatch(const Place& place, const std::vector<Access>& accesses,
                          const Activity& activity) {
  std::vector<ir::Expr> inside_any;
  for (const Instance* candidate : candidates(place, activity))
    if (puns_ || (place.leaf.record == nullptr && is_mixed_heap(*candidate)))
      inside_any.push_back(inside(*candidate, place.address));
  if (inside_any.empty()) return {};
  ir::Expr result = ir::or_(inside_any);
  for (const Access& access : accesses) result = ir::and_(result, ir::not_(access.condition));
  result = ir::simplify(result);
  return result.is_false() ? ir::Expr() : result;
}

}  // namespace arges::frontend::c
