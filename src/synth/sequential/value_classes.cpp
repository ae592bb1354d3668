#include "synth/sequential/value_classes.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"

namespace arges::synth {

namespace {

using Op = ProgramExpr::Op;

ProgramExpr variable_expr(std::size_t number) { return {Op::variable, 0, number, {}}; }

ProgramCondition comparison(ProgramCondition::Op op, ProgramExpr a, ProgramExpr b) {
  ProgramCondition result;
  result.op = op;
  result.operands.push_back(std::move(a));
  result.operands.push_back(std::move(b));
  return result;
}

}  // namespace

ProgramExpr constant(std::int64_t value) { return {Op::constant, value, 0, {}}; }

ProgramExpr operation(Op op, ProgramExpr a, ProgramExpr b) {
  ProgramExpr result{op, 0, 0, {}};
  result.operands.push_back(std::move(a));
  result.operands.push_back(std::move(b));
  return result;
}

std::string ValueCoder::fresh_name() {
  for (;;) {
    const std::int64_t number =
        random_.between(1, 9 + 4 * static_cast<std::int64_t>(names_.size() + 20));
    if (std::find(names_.begin(), names_.end(), number) != names_.end()) continue;
    names_.push_back(number);
    return fmt::format("a{}", number);
  }
}

CodeVariable::Kind ValueCoder::kind() {
  using Kind = CodeVariable::Kind;
  if (class_ == ProgramClass::plain) return Kind::constants;
  constexpr Kind kinds[] = {Kind::constants, Kind::ranges, Kind::entries, Kind::arrays};
  if (class_ == ProgramClass::arithmetic) return kinds[random_.below(2)];
  // The first one is a number, so that there is something to compute with, and to bound.
  return kinds[random_.below(variables_.empty() ? 3 : 4)];
}

std::size_t ValueCoder::add_variable(std::size_t classes) {
  CodeVariable result;
  result.kind = kind();
  if (result.kind == CodeVariable::Kind::arrays) return add_arrays(classes);
  if (result.kind == CodeVariable::Kind::ranges) {
    // Neighbouring intervals; the outer ones are as wide as needed.
    std::int64_t at = random_.between(-260, -60);
    for (std::size_t i = 0; i < classes; ++i) {
      const std::int64_t width = random_.between(40, 200);
      result.classes.push_back({at, at + width - 1});
      at += width;
    }
  } else {
    std::int64_t at = random_.percent(40) ? 32 : random_.between(1, 14);
    for (std::size_t i = 0; i < classes; ++i) {
      result.classes.push_back({at, at});
      at += result.kind == CodeVariable::Kind::entries ? random_.between(1, 3) : 1;
    }
  }
  if (result.kind == CodeVariable::Kind::entries) {
    random_.shuffle(result.classes);
    result.table = program_.tables.size();
    Program::Table table{fresh_name(), {}};
    for (const ValueClass& one : result.classes) table.values.push_back(one.low);
    program_.tables.push_back(std::move(table));
  }
  result.all = result.classes.front();
  for (const ValueClass& one : result.classes) {
    result.all.low = std::min(result.all.low, one.low);
    result.all.high = std::max(result.all.high, one.high);
  }
  variables_.push_back(result);
  const std::size_t number = program_.variables.size();
  program_.variables.push_back({fresh_name(), 0});
  program_.variables.back().initial = sample(number, random_.below(classes));
  constexpr std::int64_t first_text = 32;
  if (class_ == ProgramClass::plain && result.all.low == first_text)
    program_.variables.back().kind = Program::Variable::Kind::text;
  return number;
}

/// A pointer to one of several tables, no value of which is in two of them.
std::size_t ValueCoder::add_arrays(std::size_t classes) {
  constexpr std::int64_t length = 6;
  CodeVariable coded;
  coded.kind = CodeVariable::Kind::arrays;
  coded.all = {0, static_cast<std::int64_t>(classes) - 1};
  Program::Variable made{"", 0, Program::Variable::Kind::array, {}};
  std::int64_t at = random_.between(1, 90);
  for (std::size_t i = 0; i < classes; ++i) {
    coded.classes.push_back({static_cast<std::int64_t>(i), static_cast<std::int64_t>(i)});
    Program::Table table{fresh_name(), {}};
    for (std::int64_t k = 0; k < length; ++k) table.values.push_back(at++);
    made.arrays.push_back(program_.tables.size());
    program_.tables.push_back(std::move(table));
  }
  variables_.push_back(std::move(coded));
  const std::size_t number = program_.variables.size();
  made.name = fresh_name();
  made.initial = sample(number, random_.below(classes));
  program_.variables.push_back(std::move(made));
  return number;
}

std::optional<std::size_t> ValueCoder::any_number(std::size_t among) {
  std::vector<std::size_t> numbers;
  for (std::size_t v = 0; v < among; ++v)
    if (variables_[v].kind != CodeVariable::Kind::arrays) numbers.push_back(v);
  if (numbers.empty()) return {};
  return random_.pick(numbers);
}

std::int64_t ValueCoder::sample(std::size_t variable, std::size_t value_class) {
  const ValueClass& one = variables_[variable].classes[value_class];
  return random_.between(one.low, one.high);
}

ProgramCondition ValueCoder::is_in(std::size_t variable, std::size_t value_class) {
  using Condition = ProgramCondition::Op;
  const CodeVariable& coded = variables_[variable];
  const ValueClass& one = coded.classes[value_class];
  if (coded.kind == CodeVariable::Kind::entries) {
    ProgramExpr entry{Op::entry, 0, coded.table, {}};
    entry.operands.push_back(constant(static_cast<std::int64_t>(value_class)));
    return comparison(Condition::equal, variable_expr(variable), std::move(entry));
  }
  if (coded.kind == CodeVariable::Kind::arrays) {
    const auto& table = program_.tables[program_.variables[variable].arrays[value_class]].values;
    const std::size_t index = random_.below(table.size());
    ProgramExpr element{Op::element, 0, variable, {}};
    element.operands.push_back(constant(static_cast<std::int64_t>(index)));
    return comparison(Condition::equal, constant(table[index]), std::move(element));
  }
  if (coded.kind == CodeVariable::Kind::constants)
    return comparison(Condition::equal, variable_expr(variable), constant(one.low));
  ProgramCondition above =
      comparison(Condition::less, constant(one.low - 1), variable_expr(variable));
  ProgramCondition below =
      comparison(Condition::at_most, variable_expr(variable), constant(one.high));
  if (one.low == coded.all.low) return below;
  if (one.high == coded.all.high) return above;
  ProgramCondition result;
  result.op = Condition::all;
  result.parts = {std::move(above), std::move(below)};
  return result;
}

/// An addition or the subtraction of the opposite.
ProgramExpr ValueCoder::shifted(ProgramExpr expr, std::int64_t by) {
  return random_.percent(50) ? operation(Op::add, std::move(expr), constant(by))
                             : operation(Op::subtract, std::move(expr), constant(-by));
}

/// One value, by a variable whose value is known.
ProgramExpr ValueCoder::exactly(std::int64_t value, const KnownValues& known) {
  std::vector<std::size_t> candidates;
  for (std::size_t v = 0; v < known.size(); ++v)
    if (known[v].low == known[v].high && variables_[v].kind != CodeVariable::Kind::arrays)
      candidates.push_back(v);
  if (class_ == ProgramClass::plain || candidates.empty() || random_.percent(50))
    return constant(value);
  const std::size_t first = random_.pick(candidates);
  const std::size_t second = random_.pick(candidates);
  const std::int64_t a = known[first].low;
  const std::int64_t b = known[second].low;
  switch (random_.below(4)) {
    case 0:
      return shifted(operation(Op::add, variable_expr(first), variable_expr(second)),
                     value - (a + b));
    case 1:
      return shifted(operation(Op::multiply, variable_expr(first), variable_expr(second)),
                     value - a * b);
    case 2: {
      const std::int64_t by = random_.between(2, 7);
      return shifted(operation(Op::divide, variable_expr(first), constant(by)), value - a / by);
    }
    default:
      return shifted(variable_expr(first), value - a);
  }
}

/// A remainder moved into an interval: whatever is computed before it, it stays there.
ProgramExpr ValueCoder::spread(const ValueClass& target, const KnownValues& known) {
  const std::int64_t widest = std::max<std::int64_t>((target.high - target.low) / 2, 1);
  const std::int64_t modulus = std::min<std::int64_t>(widest, options_.computed_values / 2 + 1);
  const std::int64_t center =
      target.low + modulus - 1 + random_.between(0, target.high - target.low - 2 * (modulus - 1));
  const auto any = [&] {
    const std::optional<std::size_t> number = any_number(known.size());
    return number ? variable_expr(*number) : constant(random_.between(2, 99));
  };
  ProgramExpr inner;
  switch (random_.below(3)) {
    case 0:
      inner = operation(Op::remainder, operation(Op::multiply, any(), any()), constant(14999));
      break;
    case 1:
      inner = operation(Op::add, operation(Op::multiply, any(), constant(random_.between(2, 9))),
                        constant(random_.between(-99, 99)));
      break;
    default:
      inner = operation(Op::divide, operation(Op::multiply, any(), any()),
                        constant(random_.between(2, 10)));
  }
  const std::int64_t detour = random_.between(-40, 40);
  return shifted(shifted(operation(Op::remainder, std::move(inner), constant(modulus)), detour),
                 center - detour);
}

ProgramExpr ValueCoder::value_in(std::size_t variable, std::size_t value_class,
                                 const KnownValues& known) {
  const CodeVariable& coded = variables_[variable];
  const ValueClass& one = coded.classes[value_class];
  switch (coded.kind) {
    case CodeVariable::Kind::constants:
      return exactly(one.low, known);
    case CodeVariable::Kind::entries: {
      ProgramExpr result{Op::entry, 0, coded.table, {}};
      result.operands.push_back(exactly(static_cast<std::int64_t>(value_class), known));
      return result;
    }
    case CodeVariable::Kind::arrays:
      return constant(one.low);
    case CodeVariable::Kind::ranges:
      return random_.percent(options_.percent_computed) ? spread(one, known)
                                                        : constant(sample(variable, value_class));
  }
  UNREACHABLE("a kind of variable should be known");
}

}  // namespace arges::synth
