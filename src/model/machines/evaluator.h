#pragma once

#include <optional>
#include <span>

#include "model/machines/configuration.h"

namespace arges::model::machines {

/// Why an execution can't go on.
enum class Fault : std::uint8_t {
  nothing,
  assertion,
  overflow,
  division_by_zero,
  bad_shift,
  null_reference,
  queue_full,
};
/// "an assertion fails"
const char* to_string(Fault fault);

/// Any number from `lo` to `hi`; in a concrete model they are the same.
struct Range {
  Value lo = 0;
  Value hi = 0;
  static Range of(Value value) { return {value, value}; }
  bool is_single() const { return lo == hi; }
  bool contains(Value value) const { return lo <= value && value <= hi; }
  bool operator==(const Range&) const = default;
};

/// What an expression evaluates to.
struct Evaluated {
  Range value = {};
  Fault fault = Fault::nothing;
  bool ok() const { return fault == Fault::nothing; }
  bool is_true() const { return ok() && value.lo == 1; }
};

/// One way to go on where the abstraction leaves several: a cell, by its least number, a truth
/// value, or that there is no result.
struct Option {
  Value value = 0;
  Fault fault = Fault::nothing;
  bool operator==(const Option&) const = default;
};

/// Where something is chosen: the result of an expression, or its place in a finer partition when
/// it is stored.
struct ChoicePoint {
  ExprId expression = 0;
  enum class Kind : std::uint8_t { result, storing } kind = Kind::result;
  bool operator==(const ChoicePoint&) const = default;
};

/// Decides what the abstraction leaves open.
class Chooser {
 public:
  virtual ~Chooser() = default;
  /// One of several options; the same for the same point of one event.
  virtual Option choose(ChoicePoint point, std::span<const Option> options) = 0;
};

/// The paper's function F, for one event: the choices that were made.
struct Resolution {
  struct Choice {
    ChoicePoint point;
    Option option;
  };
  std::vector<Choice> choices = {};
  std::optional<Option> find(ChoicePoint point) const;
};

/// Chooses as F says; where it says nothing, since that point was never come to, the first option.
class FixedChooser : public Chooser {
 public:
  explicit FixedChooser(const Resolution& resolution) : resolution_(resolution) {}
  Option choose(ChoicePoint point, std::span<const Option> options) override;

 private:
  const Resolution& resolution_;
};

/// What a value is stored in: a variable of a class or a parameter of a signal.
struct Slot {
  enum class Kind : std::uint8_t { variable, parameter } kind = Kind::variable;
  std::uint32_t owner = 0;  ///< the class or the signal
  std::uint32_t index = 0;
};

/// What expressions mean: eval of the paper, for a concrete or an abstract model.
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  virtual Evaluated evaluate(const Configuration& configuration, ObjectId self, ExprId expression,
                             Chooser& chooser) const = 0;
  /// The result of an expression as a value of that slot.
  virtual Value store(Range value, Slot slot, ExprId expression, Chooser& chooser) const = 0;
  /// A stored value, in another slot that is not finer.
  virtual Value move(Value value, Slot from, Slot to) const = 0;
  /// What a stored value may be.
  virtual Range range(Value value, Slot slot) const = 0;
};

/// resolve of the paper: the location that a name stands for; nothing where a reference is null.
std::optional<Location> resolve(const Configuration& configuration, ObjectId self,
                                const Expression& name);
/// The object at the end of the references of an in_state expression, or nothing.
std::optional<ObjectId> resolve_object(const Configuration& configuration, ObjectId self,
                                       const Expression& path, std::size_t references);

}  // namespace arges::model::machines
