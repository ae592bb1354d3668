#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ir/context.h"

namespace arges::frontend::scxml {

/// What stands for the type of a variable or a parameter while it is being found out.
using Slot = std::uint32_t;

/// What a type is, as far as is known.
enum class Sort : std::uint8_t { unknown, boolean, integer, string, enumeration, array };

/// Infers types by unification; strings become one enumeration over all that are written. One for
/// all machines of a system, whose events carry values from one to another.
class Types {
 public:
  explicit Types(ir::Context& context) : context_(context) {}

  Slot fresh(Sort sort = Sort::unknown);
  Slot enumeration(std::vector<std::string> literals);
  Slot array(Slot element, std::uint64_t length);
  /// Both are one type from now on, unless they are known to differ: who uses them complains.
  void unify(Slot a, Slot b);
  /// If nothing else is known it is a truth value.
  void prefer_boolean(Slot slot) { records_[find(slot)].is_condition = true; }
  Sort sort(Slot slot) { return records_[find(slot)].sort; }
  Slot element(Slot array) { return records_[find(array)].element; }
  /// Whether arrays of several lengths met here, which nothing here can use.
  bool has_two_lengths(Slot array) { return records_[find(array)].has_two_lengths; }
  std::uint64_t length(Slot array) { return records_[find(array)].length; }

  /// A string that the documents mention.
  void add_string(std::string_view text) { strings_.emplace(text); }

  // Once everything is unified:
  ir::Type type(Slot slot);
  ir::Type string_type();
  ir::Expr string(std::string_view text);
  /// What a variable has before anything is assigned: false, 0, '', the first literal.
  ir::Expr default_of(Slot slot);
  ir::Expr default_of(ir::Type type);
  /// The enumerations that were made.
  const std::vector<ir::Type>& enumerations() const { return enumerations_; }
  /// As the documentation calls it.
  std::string describe(ir::Type type);

 private:
  struct Record {
    Slot parent = 0;
    Sort sort = Sort::unknown;
    bool is_condition = false;
    Slot element = 0;
    std::uint64_t length = 0;
    bool has_two_lengths = false;
    std::vector<std::string> literals = {};
  };
  Slot find(Slot slot);
  ir::Type enumeration_type(const std::string& name, std::vector<std::string> literals);

  ir::Context& context_;
  std::vector<Record> records_;
  std::set<std::string, std::less<>> strings_;
  ir::Type string_type_;
  std::vector<ir::Type> enumerations_;
};

/// A range of integers, both included.
struct Range {
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
};
/// "0..10"; nothing if it is none.
std::optional<Range> parse_range(std::string_view text);
/// "int", "bool", "enum(A,B)", "int[4]" as a slot; nothing if it is none.
std::optional<Slot> parse_type(Types& types, std::string_view text);

}  // namespace arges::frontend::scxml
