#include "output/machine_explanation.h"

#include <fmt/format.h>

namespace arges::output {

namespace {

using model::machines::Effect;
using model::machines::Location;
using model::machines::Model;
using model::machines::ObjectId;
using model::machines::Range;
using model::machines::Slot;
using model::machines::Spurious;
using model::machines::Value;
using model::machines::VarId;
using model::machines::canal::Action;
using model::machines::canal::AnalysisStep;
using model::machines::canal::RelevantLocation;

std::string text_of(const Model& model, const Effect& effect) {
  switch (effect.kind) {
    case Effect::Kind::assign:
      return fmt::format("{} = {}", model.text(effect.target), model.text(effect.value));
    case Effect::Kind::assert_:
      return fmt::format("assert {}", model.text(effect.value));
    case Effect::Kind::send: {
      std::string arguments;
      for (const auto argument : effect.arguments)
        arguments += (arguments.empty() ? "" : ", ") + model.text(argument);
      return fmt::format("send {}({}) to {}", model.signals[effect.signal].name, arguments,
                         model.text(effect.target));
    }
  }
  return "";
}

std::string text_of(const Model& model, const AnalysisStep& step) {
  const std::string& object = model.objects[step.object].name;
  switch (step.action.kind) {
    case Action::Kind::receive:
      return fmt::format("{} takes {}", object, model.signals[step.action.trigger->signal].name);
    case Action::Kind::assume:
      return fmt::format("{} needs {}", object,
                         step.action.condition == model::machines::none
                             ? "nothing"
                             : model.text(step.action.condition));
    case Action::Kind::effect:
      return fmt::format("{}: {}", object, text_of(model, *step.action.effect));
    case Action::Kind::go:
      return fmt::format("{} goes to {}", object,
                         model.class_of(step.object).states[step.action.state].name);
    case Action::Kind::implicit:
      return fmt::format("{} loses a message", object);
    case Action::Kind::defer:
      return fmt::format("{} defers a message", object);
  }
  return "";
}

std::string value_text(const Model& model, const Slot& slot, Range range) {
  const auto& type = model.classes[slot.owner].variables[slot.index].type;
  if (type.is_bool()) return range.lo != 0 ? "true" : "false";
  if (type.is_reference())
    return range.lo == model::machines::null_object
               ? "null"
               : model.objects[static_cast<ObjectId>(range.lo)].name;
  return model::machines::to_string(range);
}

/// The relevant variables before a step, each with its concrete and its abstract value.
std::string values(const Spurious& spurious, std::uint32_t number) {
  const Model& model = spurious.models.model;
  const AnalysisStep& step = spurious.trace.step(number);
  std::string result;
  for (auto at = spurious.relevant.lower_bound({number});
       at != spurious.relevant.end() && at->step == number; ++at) {
    if (at->kind != RelevantLocation::Kind::variable) continue;
    const Slot slot{Slot::Kind::variable, model.objects[at->owner].type, at->index};
    const Value concrete = step.before.concrete.objects[at->owner].values[at->index];
    const Range cell = spurious.models.abstract.evaluator().range(
        step.before.abstract.objects[at->owner].values[at->index], slot);
    result += fmt::format(
        "{}_{}.{}_: {} | {}{}", result.empty() ? "" : ", ", model.objects[at->owner].name,
        model.classes[slot.owner].variables[at->index].name,
        value_text(model, slot, Range::of(concrete)), value_text(model, slot, cell),
        cell.contains(concrete) ? "" : " (differ)");
  }
  return result;
}

}  // namespace

std::string explain(const Spurious& spurious) {
  const Model& model = spurious.models.model;
  std::string result =
      fmt::format("spurious counterexample {}, with relevant variables (_concrete | abstract_):\n",
                  spurious.number);
  for (std::uint32_t i = 1; i <= spurious.trace.length(); ++i) {
    const std::string relevant = values(spurious, i);
    if (!relevant.empty()) result += fmt::format("         {}\n", relevant);
    result += fmt::format("    {:>3}  {}{}\n", i, text_of(model, spurious.trace.step(i)),
                          i == spurious.trace.length() ? "   <- here the models part" : "");
  }
  if (spurious.refinement.expression != model::machines::none)
    result += fmt::format("  because of {} at step {}\n",
                          model.text(spurious.refinement.expression), spurious.refinement.step);
  for (const auto& [location, numbers] : spurious.refinement.numbers) {
    const Slot slot{Slot::Kind::variable, model.objects[location.object].type, location.variable};
    const auto& type = model.classes[slot.owner];
    result +=
        fmt::format("  {}.{} is split: {}  =>  {}\n", type.name, type.variables[slot.index].name,
                    spurious.before.of(slot).to_string(), spurious.after.of(slot).to_string());
  }
  return result;
}

}  // namespace arges::output
