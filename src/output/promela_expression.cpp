#include "output/promela_expression.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace arges::output {

using model::machines::ClassId;
using model::machines::Expression;
using model::machines::ExprId;
using model::machines::Fault;
using model::machines::Model;
using model::machines::ObjectId;
using model::machines::Operator;
using model::machines::Value;
using model::machines::VarId;
using Faults = std::vector<PromelaFault>;

namespace {

constexpr const char* largest = "2147483647";
constexpr const char* least = "(-2147483647 - 1)";

/// References are the object plus one, and 0 where they are null.
std::string literal(const model::machines::Type& type, Value value) {
  if (type.is_reference()) return std::to_string(value + 1);
  if (value == model::machines::least_int) return least;
  return value < 0 ? fmt::format("({})", value) : std::to_string(value);
}

bool is_number(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// Faults of something that is evaluated only if a condition holds.
void append(Faults& to, const Faults& from, const std::string& condition) {
  for (const PromelaFault& one : from)
    to.push_back({one.fault, promela_and(condition, one.condition)});
}

/// When a sum, a difference or a product has more than 32 bits.
std::string overflow(Operator op, const std::string& a, const std::string& b) {
  if (op == Operator::add && is_number(b))
    return b == "0" ? "" : fmt::format("{} > {} - {}", a, largest, b);
  if (op == Operator::add && is_number(a))
    return a == "0" ? "" : fmt::format("{} > {} - {}", b, largest, a);
  if (op == Operator::add)
    return fmt::format("(({1} > 0 && {0} > {2} - {1}) || ({1} < 0 && {0} < {3} - {1}))", a, b,
                       largest, least);
  if (op == Operator::subtract && is_number(b))
    return b == "0" ? "" : fmt::format("{} < {} + {}", a, least, b);
  if (op == Operator::subtract)
    return fmt::format("(({1} < 0 && {0} > {2} + {1}) || ({1} > 0 && {0} < {3} + {1}))", a, b,
                       largest, least);
  return fmt::format(
      "(({0} > 0 && {1} > 0 && {0} > {2} / {1}) || ({0} > 0 && {1} < 0 && {1} < {3} / {0})"
      " || ({0} < 0 && {1} > 0 && {0} < {3} / {1}) || ({0} < 0 && {1} < 0 && {0} < {2} / {1}))",
      a, b, largest, least);
}

}  // namespace

std::string promela_name(const std::string& name) {
  std::string result;
  for (const char c : name)
    result += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ? c : '_';
  return result;
}

std::string promela_state(const Model& model, ObjectId object) {
  return promela_name(model.objects[object].name) + "_state";
}

std::string promela_and(const std::string& a, const std::string& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return fmt::format("{} && {}", a, b);
}

std::string promela_not(const std::string& a) { return fmt::format("!({})", a); }

std::string promela_any(const Faults& faults) {
  std::string result;
  for (const PromelaFault& one : faults)
    result += fmt::format("{}({})", result.empty() ? "" : " || ", one.condition);
  return result;
}

PromelaValues::PromelaValues(const Model& model) : model_(model) {
  for (ClassId type = 0; type < model.classes.size(); ++type)
    for (const auto& transition : model.classes[type].transitions) {
      if (transition.trigger)
        for (const VarId var : transition.trigger->parameters) written_.insert({type, var});
      for (const auto& effect : transition.effects) {
        if (effect.kind != model::machines::Effect::Kind::assign) continue;
        const Expression& left = model.expression(effect.target);
        written_.insert({model.owner_of(left), left.path.back()});
        if (left.path.size() > 1 || left.root != model::machines::none)
          reached_.insert({model.owner_of(left), left.path.back()});
      }
    }
}

bool PromelaValues::is_constant(ObjectId object, VarId var) const {
  return !written_.contains({model_.objects[object].type, var});
}

bool PromelaValues::is_temporary(ObjectId object, VarId var) const {
  return model_.class_of(object).variables[var].scope ==
             model::machines::Variable::Scope::transition &&
         !reached_.contains({model_.objects[object].type, var});
}

std::string PromelaValues::variable_name(const Model& model, ObjectId object, VarId var) {
  return fmt::format("{}_{}", promela_name(model.objects[object].name),
                     promela_name(model.class_of(object).variables[var].name));
}

std::string PromelaValues::get(ObjectId object, VarId var) const {
  if (const auto found = changed_.find({object, var}); found != changed_.end())
    return found->second;
  if (is_constant(object, var) || is_temporary(object, var))
    return literal(model_.class_of(object).variables[var].type,
                   model_.objects[object].initial[var]);
  return variable_name(model_, object, var);
}

void PromelaValues::set(ObjectId object, VarId var, std::string value) {
  changed_[{object, var}] = std::move(value);
}

std::vector<PromelaObject> PromelaValues::objects(const std::string& reference, ClassId type,
                                                  const std::string& condition,
                                                  Faults& faults) const {
  if (is_number(reference) && reference != "0")
    return {{condition, static_cast<ObjectId>(std::stoul(reference)) - 1}};
  faults.push_back({Fault::null_reference,
                    promela_and(condition, reference == "0" ? "true" : reference + " == 0")});
  std::vector<PromelaObject> result;
  if (reference == "0") return result;
  for (ObjectId o = 0; o < model_.objects.size(); ++o)
    if (model_.objects[o].type == type)
      result.push_back({promela_and(condition, fmt::format("{} == {}", reference, o + 1)), o});
  return result;
}

std::vector<PromelaObject> PromelaValues::follow(ObjectId self, const Expression& path,
                                                 std::size_t references, Faults& faults) const {
  std::vector<PromelaObject> at{{"", path.root == model::machines::none ? self : path.root}};
  for (std::size_t i = 0; i < references; ++i) {
    std::vector<PromelaObject> next;
    for (const PromelaObject& one : at) {
      const VarId var = path.path[i];
      const ClassId type = model_.class_of(one.object).variables[var].type.target;
      for (PromelaObject& behind : objects(get(one.object, var), type, one.condition, faults))
        next.push_back(std::move(behind));
    }
    at = std::move(next);
  }
  return at;
}

namespace {

/// The value that goes with the condition that holds; some value where none does.
std::string selected(const std::vector<std::pair<std::string, std::string>>& values) {
  if (values.empty()) return "0";
  std::string result = values.back().second;
  for (std::size_t i = values.size() - 1; i-- > 0;)
    result = fmt::format("({} -> {} : {})", values[i].first, values[i].second, result);
  return result;
}

}  // namespace

std::string PromelaValues::evaluate(ObjectId self, ExprId expression, Faults& faults) const {
  const Expression& e = model_.expression(expression);
  std::vector<std::pair<std::string, std::string>> values;
  switch (e.kind) {
    case Expression::Kind::literal:
      return literal(e.type, e.value);
    case Expression::Kind::self:
      return std::to_string(self + 1);
    case Expression::Kind::name:
      for (const PromelaObject& one : follow(self, e, e.path.size() - 1, faults))
        values.emplace_back(one.condition, get(one.object, e.path.back()));
      return selected(values);
    case Expression::Kind::in_state:
      for (const PromelaObject& one : follow(self, e, e.path.size(), faults))
        values.emplace_back(one.condition,
                            fmt::format("({} == {})", promela_state(model_, one.object), e.state));
      return selected(values);
    case Expression::Kind::unary: {
      const std::string a = evaluate(self, e.operands[0], faults);
      if (e.op == Operator::not_) return fmt::format("!({})", a);
      faults.push_back({Fault::overflow, fmt::format("{} == {}", a, least)});
      return fmt::format("(0 - {})", a);
    }
    case Expression::Kind::infix:
      return infix(e, self, faults);
    case Expression::Kind::cond:
    case Expression::Kind::tcond:
      return choice(e, self, faults);
  }
  return "0";
}

std::string PromelaValues::infix(const Expression& e, ObjectId self, Faults& faults) const {
  const std::string a = evaluate(self, e.operands[0], faults);
  const std::string b = evaluate(self, e.operands[1], faults);
  const auto may = [&](Fault fault, const std::string& condition) {
    if (!condition.empty()) faults.push_back({fault, condition});
  };
  switch (e.op) {
    case Operator::add:
    case Operator::subtract:
    case Operator::multiply:
      may(Fault::overflow, overflow(e.op, a, b));
      break;
    case Operator::divide:
    case Operator::remainder:
      if (!is_number(b) || b == "0") may(Fault::division_by_zero, b + " == 0");
      if (e.op == Operator::divide && !is_number(b))
        may(Fault::overflow, fmt::format("({} == {} && {} == (-1))", a, least, b));
      // The remainder of the least number by -1 is 0, which a processor may refuse to compute.
      if (e.op == Operator::remainder && !is_number(b))
        return fmt::format("({1} == (-1) -> 0 : {0} % {1})", a, b);
      break;
    case Operator::shift_left: {
      if (!is_number(b)) may(Fault::bad_shift, fmt::format("({0} < 0 || {0} > 31)", b));
      if (is_number(b) && std::stoul(b) > 31) may(Fault::bad_shift, "true");
      may(Fault::overflow,
          fmt::format("({0} > ({2} >> {1}) || {0} < ({3} >> {1}))", a, b, largest, least));
      break;
    }
    case Operator::shift_right:
      if (!is_number(b)) may(Fault::bad_shift, fmt::format("({0} < 0 || {0} > 31)", b));
      if (is_number(b) && std::stoul(b) > 31) may(Fault::bad_shift, "true");
      break;
    default:
      break;
  }
  return fmt::format("({} {} {})", a, to_string(e.op), b);
}

std::string PromelaValues::choice(const Expression& e, ObjectId self, Faults& faults) const {
  const std::string a = evaluate(self, e.operands[0], faults);
  Faults second;
  const std::string b = evaluate(self, e.operands[1], second);
  if (e.kind == Expression::Kind::cond) {
    append(faults, second, e.op == Operator::and_ ? a : promela_not(a));
    return fmt::format("({} {} {})", a, to_string(e.op), b);
  }
  Faults third;
  const std::string c = evaluate(self, e.operands[2], third);
  append(faults, second, a);
  append(faults, third, promela_not(a));
  return fmt::format("({} -> {} : {})", a, b, c);
}

}  // namespace arges::output
