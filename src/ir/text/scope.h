#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/context.h"

namespace arges::ir {

/// Lets maps from strings be searched by string_view.
struct NameHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view name) const {
    return std::hash<std::string_view>{}(name);
  }
};
template <typename T>
using NameMap = std::unordered_map<std::string, T, NameHash, std::equal_to<>>;

/// How a dialect calls the built-in types; empty for one it has not.
struct TypeNames {
  std::string_view boolean = "bool";
  std::string_view integer = "int";
  std::string_view rational = "rat";
};

/// What the names of a text mean: variables in nested blocks, types and enumeration literals.
class Scope {
 public:
  enum class Access : std::uint8_t { read_write, read_only };
  struct Binding {
    Var var = nullptr;  ///< null: its declaration was wrong, which is reported already
    Access access = Access::read_write;
    std::uint32_t block = 0;
  };
  struct EnumLiteral {
    Type type;
    std::uint32_t position = 0;
  };

  explicit Scope(Context& context, TypeNames names = {});
  Context& context() const { return context_; }

  void declare(Var var, Access access = Access::read_write);
  /// Makes the name mean a variable that is called otherwise.
  void declare_as(std::string_view name, Var var, Access access);
  /// Makes uses of the name no errors, because its declaration is one.
  void declare_wrong(std::string_view name);
  const Binding* find(std::string_view name) const;
  bool declared_in_block(std::string_view name) const;
  /// The variable that quantifiers bind by this name and type: the same each time, so that a
  /// printed quantifier is read back as itself.
  Var bound_variable(std::string_view name, Type type);

  /// An inner block, for as long as it lives: what is declared in it shadows the outer ones.
  class Block {
   public:
    explicit Block(Scope& scope) : scope_(scope) { scope_.push(); }
    ~Block() { scope_.pop(); }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

   private:
    Scope& scope_;
  };

  /// An enumeration, with its literals.
  void add_type(Type enumeration);
  Type find_type(std::string_view name) const;
  /// Of the full name, Type.Literal.
  std::optional<EnumLiteral> find_literal(std::string_view full_name) const;
  /// All that have the short name.
  std::span<const EnumLiteral> short_literals(std::string_view name) const;

  /// A type as the dialect writes it.
  std::string describe(Type type) const;
  /// "did you mean …?" for a name that is no variable, or "".
  std::string suggest_variable(std::string_view name, Type expected) const;
  std::string suggest_type(std::string_view name) const;

 private:
  void push() {
    ++block_;
    marks_.push_back(shadowed_.size());
  }
  void pop();
  void bind(std::string_view name, Binding binding);

  Context& context_;
  TypeNames names_;
  NameMap<Binding> bindings_;
  std::vector<std::pair<std::string, std::optional<Binding>>> shadowed_;  ///< to undo blocks
  std::vector<std::size_t> marks_;
  std::uint32_t block_ = 0;
  NameMap<Type> types_;
  NameMap<EnumLiteral> literals_;
  NameMap<std::vector<EnumLiteral>> short_literals_;
  std::map<std::pair<std::string, std::uint32_t>, Var> bound_;
};

}  // namespace arges::ir
