#include "synth/sequential/interpreter.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/invariant.h"

namespace arges::synth {

namespace {

std::int64_t in_range(std::int64_t value) {
  INVARIANT(value >= std::numeric_limits<std::int32_t>::min() &&
                value <= std::numeric_limits<std::int32_t>::max(),
            "a program should not overflow");
  return value;
}

}  // namespace

Interpreter::Interpreter(const Program& program) : program_(program) {
  for (const Program::Variable& variable : program.variables) values_.push_back(variable.initial);
}

std::int64_t Interpreter::evaluate(const ProgramExpr& expr) const {
  using Op = ProgramExpr::Op;
  const auto operand = [&](std::size_t i) { return evaluate(expr.operands[i]); };
  switch (expr.op) {
    case Op::constant:
      return expr.value;
    case Op::variable:
      return values_[expr.subject];
    case Op::entry:
    case Op::element: {
      const auto& table = program_.tables[table_of(expr)].values;
      const std::int64_t index = operand(0);
      INVARIANT(index >= 0 && static_cast<std::size_t>(index) < table.size(),
                "an index should be within its table");
      return table[static_cast<std::size_t>(index)];
    }
    case Op::add:
      return in_range(operand(0) + operand(1));
    case Op::subtract:
      return in_range(operand(0) - operand(1));
    case Op::multiply:
      return in_range(operand(0) * operand(1));
    case Op::divide:
      INVARIANT(operand(1) != 0, "nothing should be divided by zero");
      return operand(0) / operand(1);
    case Op::remainder:
      INVARIANT(operand(1) != 0, "nothing should be divided by zero");
      return operand(0) % operand(1);
  }
  UNREACHABLE("an operator should be known");
}

std::size_t Interpreter::table_of(const ProgramExpr& expr) const {
  if (expr.op == ProgramExpr::Op::entry) return expr.subject;
  const auto& arrays = program_.variables[expr.subject].arrays;
  const std::int64_t which = values_[expr.subject];
  INVARIANT(which >= 0 && static_cast<std::size_t>(which) < arrays.size(),
            "a pointer should be to one of its tables");
  return arrays[static_cast<std::size_t>(which)];
}

bool Interpreter::holds(const ProgramCondition& condition) const {
  using Op = ProgramCondition::Op;
  const auto part = [&](const ProgramCondition& c) { return holds(c); };
  const auto& parts = condition.parts;
  const auto operand = [&](std::size_t i) { return evaluate(condition.operands[i]); };
  switch (condition.op) {
    case Op::all:
      return std::all_of(parts.begin(), parts.end(), part);
    case Op::any:
      return std::any_of(parts.begin(), parts.end(), part);
    case Op::no:
      return !holds(parts.front());
    case Op::equal:
      return operand(0) == operand(1);
    case Op::at_most:
      return operand(0) <= operand(1);
    case Op::less:
      return operand(0) < operand(1);
    case Op::unanswered:
      return !reaction_.answered;
    case Op::input_is:
      return condition.input == input_;
  }
  UNREACHABLE("an operator should be known");
}

void Interpreter::execute(const std::vector<ProgramStatement>& statements) {
  using Op = ProgramStatement::Op;
  for (const ProgramStatement& statement : statements) {
    if (stopped_) return;
    switch (statement.op) {
      case Op::assign:
        values_[statement.subject] = evaluate(statement.value);
        break;
      case Op::answer:
        reaction_.answered = true;
        break;
      case Op::output:
        reaction_.outputs.push_back(statement.letter);
        break;
      case Op::call:
        execute(program_.functions[statement.subject]);
        break;
      case Op::when:
        execute(holds(statement.condition) ? statement.body : statement.otherwise);
        break;
      case Op::error:
        reaction_.error = statement.subject;
        stopped_ = true;
        break;
    }
  }
}

Interpreter::Reaction Interpreter::read(lts::ActionId input) {
  INVARIANT(!stopped_, "a program should not go on behind an error");
  input_ = input;
  reaction_ = {};
  execute(program_.rules);
  execute(program_.error_check);
  return reaction_;
}

namespace {

/// What the machine and the plan say to an input.
const MachinePlan::Step* expected_step(const MachinePlan& plan, std::size_t state,
                                       lts::ActionId input) {
  for (const MachinePlan::Step& step : plan.states[state].steps)
    if (step.input == input) return &step;
  return nullptr;
}

std::string difference(const Interpreter::Reaction& reaction, const lts::MealyMachine& machine,
                       const MachinePlan& plan, std::size_t state, lts::ActionId input) {
  const MachinePlan::Step* step = expected_step(plan, state, input);
  if (step == nullptr)
    return reaction.answered || reaction.error || !reaction.outputs.empty()
               ? "an input should be refused"
               : "";
  if (!reaction.answered) return "an input should be answered";
  const MachinePlan::State& target = plan.states[step->target];
  if (target.kind == MachinePlan::Kind::error)
    return reaction.error == target.error ? "" : "an error should be reached";
  for (const auto& own : machine.steps(static_cast<lts::StateId>(state)))
    if (own.input == input)
      return !reaction.error && reaction.outputs == std::vector{own.output}
                 ? ""
                 : "an output should be the machine's";
  return "a plan should have the machine's steps";
}

}  // namespace

RandomRuns random_runs(const Program& program, const lts::MealyMachine& machine,
                       const MachinePlan& plan, std::size_t runs, std::size_t length,
                       Random& random) {
  RandomRuns result;
  for (const Program::Variable& variable : program.variables) {
    result.least.push_back(variable.initial);
    result.most.push_back(variable.initial);
  }
  for (std::size_t run = 0; run < runs; ++run) {
    Interpreter interpreter(program);
    std::size_t state = plan.initial;
    for (std::size_t i = 0; i < length; ++i) {
      // Refused inputs change nothing, so most are those that have an answer.
      const auto& steps = plan.states[state].steps;
      const lts::ActionId input = steps.empty() || random.percent(10) ? random.pick(program.inputs)
                                                                      : random.pick(steps).input;
      const Interpreter::Reaction reaction = interpreter.read(input);
      result.error = difference(reaction, machine, plan, state, input);
      if (!result.error.empty()) {
        result.error += fmt::format(" (state {}, input {})", state, machine.table()->name(input));
        return result;
      }
      for (std::size_t v = 0; v < program.variables.size(); ++v) {
        result.least[v] = std::min(result.least[v], interpreter.values()[v]);
        result.most[v] = std::max(result.most[v], interpreter.values()[v]);
      }
      if (reaction.error) break;
      if (const MachinePlan::Step* step = expected_step(plan, state, input)) state = step->target;
    }
  }
  return result;
}

}  // namespace arges::synth
