#include "synth/sequential/interval_proof.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "base/invariant.h"

namespace arges::synth {

namespace {

struct Interval {
  std::int64_t low;
  std::int64_t high;

  friend bool operator==(const Interval&, const Interval&) = default;
};

Interval hull(const Interval& a, const Interval& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

/// Thrown where a proof does not go on.
struct NotProved {
  std::string reason;
};

using Values = std::vector<Interval>;

/// Executes a program on intervals; every condition must be decided.
class IntervalExecution {
 public:
  IntervalExecution(const Program& program, Values values)
      : program_(program), values_(std::move(values)) {}

  void read(lts::ActionId input) {
    input_ = input;
    execute(program_.rules);
    execute(program_.error_check);
  }

  const Values& values() const { return values_; }
  const std::vector<lts::ActionId>& outputs() const { return outputs_; }
  bool answered() const { return answered_; }
  const std::optional<std::size_t>& error() const { return error_; }

 private:
  static Interval within(Interval value) {
    if (value.low < std::numeric_limits<std::int32_t>::min() ||
        value.high > std::numeric_limits<std::int32_t>::max())
      throw NotProved{"a number may overflow"};
    return value;
  }

  static Interval product(const Interval& a, const Interval& b) {
    const std::int64_t corners[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    return within({*std::min_element(std::begin(corners), std::end(corners)),
                   *std::max_element(std::begin(corners), std::end(corners))});
  }

  /// Divisors are positive constants in these programs.
  static std::int64_t divisor(const Interval& b) {
    if (b.low != b.high || b.low <= 0) throw NotProved{"a divisor is no positive constant"};
    return b.low;
  }

  /// The remainder has the sign of the dividend.
  static Interval remainder(const Interval& a, std::int64_t by) {
    if (a.low > -by && a.high < by) return a;
    return {a.low < 0 ? std::max(a.low, 1 - by) : 0, a.high > 0 ? std::min(a.high, by - 1) : 0};
  }

  Interval entry(std::size_t table, const Interval& index) const {
    const auto& values = program_.tables[table].values;
    if (index.low < 0 || index.high >= static_cast<std::int64_t>(values.size()))
      throw NotProved{"an index may be out of range"};
    const auto first = values.begin() + index.low;
    const auto behind = values.begin() + index.high + 1;
    return {*std::min_element(first, behind), *std::max_element(first, behind)};
  }

  /// Of any of the tables that a variable may point to.
  Interval element(std::size_t variable, const Interval& index) const {
    const auto& arrays = program_.variables[variable].arrays;
    const Interval which = values_[variable];
    if (which.low < 0 || which.high >= static_cast<std::int64_t>(arrays.size()))
      throw NotProved{"a pointer may be to no table"};
    Interval result = entry(arrays[static_cast<std::size_t>(which.low)], index);
    for (std::int64_t i = which.low + 1; i <= which.high; ++i)
      result = hull(result, entry(arrays[static_cast<std::size_t>(i)], index));
    return result;
  }

  Interval evaluate(const ProgramExpr& expr) const {
    using Op = ProgramExpr::Op;
    const auto operand = [&](std::size_t i) { return evaluate(expr.operands[i]); };
    switch (expr.op) {
      case Op::constant:
        return {expr.value, expr.value};
      case Op::variable:
        return values_[expr.subject];
      case Op::entry:
        return entry(expr.subject, operand(0));
      case Op::element:
        return element(expr.subject, operand(0));
      case Op::add:
        return within({operand(0).low + operand(1).low, operand(0).high + operand(1).high});
      case Op::subtract:
        return within({operand(0).low - operand(1).high, operand(0).high - operand(1).low});
      case Op::multiply:
        return product(operand(0), operand(1));
      case Op::divide: {
        const std::int64_t by = divisor(operand(1));
        return {operand(0).low / by, operand(0).high / by};
      }
      case Op::remainder:
        return remainder(operand(0), divisor(operand(1)));
    }
    UNREACHABLE("an operator should be known");
  }

  /// Nothing: it depends on the values within the intervals.
  std::optional<bool> compare(const ProgramCondition& condition) const {
    const Interval a = evaluate(condition.operands[0]);
    const Interval b = evaluate(condition.operands[1]);
    switch (condition.op) {
      case ProgramCondition::Op::equal:
        if (a.high < b.low || b.high < a.low) return false;
        if (a.low == a.high && a == b) return true;
        return std::nullopt;
      case ProgramCondition::Op::at_most:
        if (a.high <= b.low) return true;
        if (a.low > b.high) return false;
        return std::nullopt;
      default:
        if (a.high < b.low) return true;
        if (a.low >= b.high) return false;
        return std::nullopt;
    }
  }

  std::optional<bool> value(const ProgramCondition& condition) const {
    using Op = ProgramCondition::Op;
    switch (condition.op) {
      case Op::all:
      case Op::any: {
        const bool decisive = condition.op == Op::any;
        bool known = true;
        for (const ProgramCondition& part : condition.parts) {
          const std::optional<bool> found = value(part);
          if (found == decisive) return decisive;
          known = known && found.has_value();
        }
        return known ? std::optional(!decisive) : std::nullopt;
      }
      case Op::no: {
        const std::optional<bool> found = value(condition.parts.front());
        return found ? std::optional(!*found) : std::nullopt;
      }
      case Op::unanswered:
        return !answered_;
      case Op::input_is:
        return condition.input == input_;
      default:
        return compare(condition);
    }
  }

  void execute(const std::vector<ProgramStatement>& statements) {
    using Op = ProgramStatement::Op;
    for (const ProgramStatement& statement : statements) {
      if (error_) return;
      switch (statement.op) {
        case Op::assign:
          values_[statement.subject] = evaluate(statement.value);
          break;
        case Op::answer:
          answered_ = true;
          break;
        case Op::output:
          outputs_.push_back(statement.letter);
          break;
        case Op::call:
          execute(program_.functions[statement.subject]);
          break;
        case Op::when: {
          const std::optional<bool> found = value(statement.condition);
          if (!found) throw NotProved{"a condition is not decided by intervals"};
          execute(*found ? statement.body : statement.otherwise);
          break;
        }
        case Op::error:
          error_ = statement.subject;
          break;
      }
    }
  }

  const Program& program_;
  Values values_;
  lts::ActionId input_ = 0;
  std::vector<lts::ActionId> outputs_;
  bool answered_ = false;
  std::optional<std::size_t> error_;
};

class Prover {
 public:
  Prover(const Program& program, const lts::MealyMachine& machine, const Limits* limits)
      : program_(program), machine_(machine), limits_(limits), at_(machine.num_states()) {}

  IntervalProof run() {
    IntervalProof result;
    try {
      find_fixpoint();
      find_depths();
    } catch (const NotProved& failure) {
      result.error = failure.reason;
      return result;
    }
    result.reachable_errors = depths_;
    for (std::size_t v = 0; v < program_.variables.size(); ++v) {
      Interval all{program_.variables[v].initial, program_.variables[v].initial};
      for (const auto& values : at_)
        if (values) all = hull(all, (*values)[v]);
      if (at_errors_) all = hull(all, (*at_errors_)[v]);
      result.least.push_back(all.low);
      result.most.push_back(all.high);
    }
    return result;
  }

 private:
  void find_fixpoint() {
    Values start;
    for (const Program::Variable& variable : program_.variables)
      start.push_back({variable.initial, variable.initial});
    join(machine_.initial(), start);
    while (!waiting_.empty()) {
      const lts::StateId state = waiting_.front();
      waiting_.pop_front();
      if (limits_ != nullptr) limits_->check();
      for (const lts::ActionId input : program_.inputs) react(state, input);
    }
  }

  void join(lts::StateId state, const Values& values) {
    if (!at_[state]) {
      at_[state] = values;
      waiting_.push_back(state);
      return;
    }
    bool changed = false;
    for (std::size_t v = 0; v < values.size(); ++v) {
      const Interval joined = hull((*at_[state])[v], values[v]);
      changed = changed || !(joined == (*at_[state])[v]);
      (*at_[state])[v] = joined;
    }
    if (changed) waiting_.push_back(state);
  }

  [[noreturn]] void fail(const std::string& what, lts::StateId state, lts::ActionId input) const {
    throw NotProved{
        fmt::format("{} (state {}, input {})", what, state, machine_.table()->name(input))};
  }

  void react(lts::StateId state, lts::ActionId input) {
    const Values before = *at_[state];
    IntervalExecution run(program_, before);
    try {
      run.read(input);
    } catch (const NotProved& failure) {
      fail(failure.reason, state, input);
    }
    const lts::MealyMachine::Step* step = nullptr;
    for (const lts::MealyMachine::Step& own : machine_.steps(state))
      if (own.input == input) step = &own;
    if (step == nullptr) {
      if (run.error()) {
        errors_[{state, input}] = *run.error();
        if (!at_errors_) at_errors_ = run.values();
        for (std::size_t v = 0; v < before.size(); ++v)
          (*at_errors_)[v] = hull((*at_errors_)[v], run.values()[v]);
      } else if (run.answered() || !run.outputs().empty() || !(run.values() == before)) {
        fail("an input that the machine refuses has an effect", state, input);
      }
      return;
    }
    if (run.error()) fail("there is an error where the machine answers", state, input);
    if (!run.answered() || run.outputs() != std::vector{step->output})
      fail("the answer is not the machine's", state, input);
    join(step->target, run.values());
  }

  /// By a search of the machine, whose steps are now known to be the program's.
  void find_depths() {
    std::vector<std::size_t> distance(machine_.num_states(), unknown);
    std::vector<lts::StateId> queue{machine_.initial()};
    distance[machine_.initial()] = 0;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      for (const lts::MealyMachine::Step& step : machine_.steps(queue[next])) {
        if (distance[step.target] != unknown) continue;
        distance[step.target] = distance[queue[next]] + 1;
        queue.push_back(step.target);
      }
    }
    for (const auto& [place, error] : errors_) {
      const std::size_t depth = distance[place.first] + 1;
      const auto [found, is_new] = depths_.try_emplace(error, depth);
      if (!is_new) found->second = std::min(found->second, depth);
    }
  }

  static constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();
  const Program& program_;
  const lts::MealyMachine& machine_;
  const Limits* limits_;
  std::vector<std::optional<Values>> at_;  ///< of each state
  std::optional<Values> at_errors_;
  std::deque<lts::StateId> waiting_;
  std::map<std::pair<lts::StateId, lts::ActionId>, std::size_t> errors_;
  std::map<std::size_t, std::size_t> depths_;
};

}  // namespace

IntervalProof prove_by_intervals(const Program& program, const lts::MealyMachine& machine,
                                 const Limits* limits) {
  return Prover(program, machine, limits).run();
}

}  // namespace arges::synth
