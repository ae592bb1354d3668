#pragma once

#include <optional>

#include "synth/random.h"
#include "synth/sequential/encoder.h"

namespace arges::synth {

/// The values of a variable that mean the same.
struct ValueClass {
  std::int64_t low;
  std::int64_t high;
};

/// A variable with its classes of values, and how they are told apart.
struct CodeVariable {
  enum class Kind : std::uint8_t { constants, ranges, entries, arrays };
  Kind kind = Kind::constants;
  std::vector<ValueClass> classes;
  std::size_t table = 0;  ///< of entries
  ValueClass all{0, 0};   ///< whatever it may hold
};

/// What is known of the values of variables at some place of a program, by their number.
using KnownValues = std::vector<ValueClass>;

/// Makes variables for a program, conditions about them and expressions for them.
class ValueCoder {
 public:
  ValueCoder(Program& program, const EncodingOptions& options, Random& random)
      : program_(program), options_(options), class_(options.program_class), random_(random) {}

  /// A new variable with so many classes; returns its number.
  std::size_t add_variable(std::size_t classes);
  const CodeVariable& variable(std::size_t number) const { return variables_[number]; }
  std::size_t num_variables() const { return variables_.size(); }

  /// Whether a variable is in a class.
  ProgramCondition is_in(std::size_t variable, std::size_t value_class);
  /// Something that is in the class, whatever the variables hold that is known.
  ProgramExpr value_in(std::size_t variable, std::size_t value_class, const KnownValues& known);
  /// Some value of the class.
  std::int64_t sample(std::size_t variable, std::size_t value_class);

 private:
  ProgramExpr exactly(std::int64_t value, const KnownValues& known);
  ProgramExpr spread(const ValueClass& target, const KnownValues& known);
  ProgramExpr shifted(ProgramExpr expr, std::int64_t by);
  CodeVariable::Kind kind();
  std::size_t add_arrays(std::size_t classes);
  /// One that can be computed with; nothing if there is none.
  std::optional<std::size_t> any_number(std::size_t among);
  std::string fresh_name();

  Program& program_;
  const EncodingOptions& options_;
  ProgramClass class_;
  Random& random_;
  std::vector<CodeVariable> variables_;
  std::vector<std::int64_t> names_;  ///< numbers in use
};

ProgramExpr constant(std::int64_t value);
ProgramExpr operation(ProgramExpr::Op op, ProgramExpr a, ProgramExpr b);

}  // namespace arges::synth
