#include "ir/text/scope.h"

#include <set>

#include <fmt/format.h>

#include "base/syntax/suggest.h"

namespace arges::ir {

Scope::Scope(Context& context, TypeNames names) : context_(context), names_(names) {
  const std::pair<std::string_view, Type> built_in[] = {{names.boolean, context.bool_type()},
                                                        {names.integer, context.int_type()},
                                                        {names.rational, context.rat_type()}};
  for (const auto& [name, type] : built_in)
    if (!name.empty()) types_.emplace(name, type);
}

void Scope::bind(std::string_view name, Binding binding) {
  const auto [entry, fresh] = bindings_.try_emplace(std::string(name), binding);
  if (block_ > 0) shadowed_.emplace_back(name, fresh ? std::nullopt : std::optional(entry->second));
  entry->second = binding;
}

void Scope::declare(Var var, Access access) { declare_as(var->name, var, access); }

void Scope::declare_as(std::string_view name, Var var, Access access) {
  bind(name, {var, access, block_});
}

void Scope::declare_wrong(std::string_view name) {
  bind(name, {nullptr, Access::read_write, block_});
}

void Scope::pop() {
  for (; shadowed_.size() > marks_.back(); shadowed_.pop_back()) {
    const auto& [name, before] = shadowed_.back();
    if (before)
      bindings_[name] = *before;
    else
      bindings_.erase(name);
  }
  marks_.pop_back();
  --block_;
}

const Scope::Binding* Scope::find(std::string_view name) const {
  const auto known = bindings_.find(name);
  return known == bindings_.end() ? nullptr : &known->second;
}

bool Scope::declared_in_block(std::string_view name) const {
  const Binding* known = find(name);
  return known != nullptr && known->block == block_;
}

Var Scope::bound_variable(std::string_view name, Type type) {
  Var& var = bound_[{std::string(name), type.id()}];
  if (var == nullptr) var = context_.declare(std::string(name), type);
  return var;
}

void Scope::add_type(Type enumeration) {
  types_.insert_or_assign(enumeration.name(), enumeration);
  for (std::uint32_t i = 0; i < enumeration.literals().size(); ++i) {
    const std::string& literal = enumeration.literals()[i];
    literals_.insert_or_assign(enumeration.name() + "." + literal, EnumLiteral{enumeration, i});
    short_literals_[literal].push_back({enumeration, i});
  }
}

Type Scope::find_type(std::string_view name) const {
  const auto known = types_.find(name);
  return known == types_.end() ? Type() : known->second;
}

std::optional<Scope::EnumLiteral> Scope::find_literal(std::string_view full_name) const {
  const auto known = literals_.find(full_name);
  return known == literals_.end() ? std::nullopt : std::optional(known->second);
}

std::span<const Scope::EnumLiteral> Scope::short_literals(std::string_view name) const {
  const auto known = short_literals_.find(name);
  if (known == short_literals_.end()) return {};
  return known->second;
}

std::string Scope::describe(Type type) const {
  switch (type.kind()) {
    case TypeKind::boolean:
      return std::string(names_.boolean);
    case TypeKind::integer:
      return std::string(names_.integer);
    case TypeKind::array:
      return fmt::format("[{}] -> {}", describe(type.index()), describe(type.element()));
    case TypeKind::enumeration:
      return type.name();
    default:
      return type.to_string();
  }
}

std::string Scope::suggest_variable(std::string_view name, Type expected) const {
  // A local variable of a program has its function in front of its name.
  std::set<std::string> locals;
  for (const auto& [known, binding] : bindings_)
    if (known.size() > name.size() + 2 && known.ends_with(name) &&
        std::string_view(known).substr(known.size() - name.size() - 2, 2) == "::")
      locals.emplace(known);
  if (!locals.empty()) return fmt::format("did you mean '{}'?", fmt::join(locals, "' or '"));
  syntax::Suggestion suggestion(name);
  for (const auto& [known, binding] : bindings_) suggestion.consider(known);
  for (const auto& [known, literal] : literals_) suggestion.consider(known);
  if (expected && expected.is_enum())
    for (const std::string& literal : expected.literals()) suggestion.consider(literal);
  return suggestion.hint();
}

std::string Scope::suggest_type(std::string_view name) const {
  syntax::Suggestion suggestion(name);
  for (const auto& [known, type] : types_) suggestion.consider(known);
  return suggestion.hint();
}

}  // namespace arges::ir
