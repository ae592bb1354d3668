#include "model/machines/canal/relevant_locations.h"

#include "base/invariant.h"

namespace arges::model::machines::canal {

namespace {

void add(RelevantLocations& to, std::uint32_t step, const std::set<Location>& locations) {
  for (const Location& location : locations)
    to.insert({step, RelevantLocation::Kind::variable, location.object, location.variable});
}

/// The expressions that an effect evaluates, in this order.
std::vector<ExprId> evaluated_by(const Effect& effect) {
  if (effect.kind != Effect::Kind::send) return {effect.value};
  std::vector<ExprId> result{effect.target};
  result.insert(result.end(), effect.arguments.begin(), effect.arguments.end());
  return result;
}

}  // namespace

std::uint32_t check_target_correspondence(const Models& models, const AnalysisTrace& trace,
                                          ObjectId object, std::uint32_t last) {
  for (std::uint32_t i = 1; i <= last; ++i) {
    const AnalysisStep& step = trace.step(i);
    if (step.action.kind != Action::Kind::effect || step.action.effect->kind != Effect::Kind::send)
      continue;
    const Point point(models, step);
    const bool in_concrete = point.concrete(step.action.effect->target).value.lo == object;
    const bool in_abstract = point.abstract(step.action.effect->target).value.lo == object;
    if (in_concrete != in_abstract) return i;
  }
  return 0;
}

RelevantLocations initial_relevant_locations(const Models& models, const AnalysisTrace& trace) {
  const std::uint32_t last = trace.length();
  const AnalysisStep& step = trace.step(last);
  const Point point(models, step);
  RelevantLocations result;
  ObjectId receiver = step.object;
  if (step.action.kind == Action::Kind::assume) {
    add(result, last, point.relevant(step.action.condition));
    return result;
  }
  if (step.action.kind == Action::Kind::effect) {
    // An assertion, or, which the paper does not have, a result that only one of the models has.
    const Effect& effect = *step.action.effect;
    for (const ExprId expression : evaluated_by(effect)) {
      if (point.corresponds(expression)) continue;
      add(result, last, point.relevant(expression));
      return result;
    }
    if (effect.kind == Effect::Kind::assign) {  // to what is null in one of the models
      result.insert({last, RelevantLocation::Kind::variable,
                     point.safe_resolve(point.expression(effect.target)).object,
                     point.safe_resolve(point.expression(effect.target)).variable});
      return result;
    }
    if (effect.kind == Effect::Kind::assert_) return result;
    receiver = static_cast<ObjectId>(point.concrete(effect.target).value.lo);  // its queue is full
  }
  const std::uint32_t sent = check_target_correspondence(models, trace, receiver, last);
  INVARIANT(sent != 0, "queues that differ should have got messages that were sent elsewhere");
  const AnalysisStep& send = trace.step(sent);
  add(result, sent, Point(models, send).relevant(send.action.effect->target));
  return result;
}

namespace {

/// Goes backwards through a trace.
class Propagation {
 public:
  Propagation(const Models& models, const AnalysisTrace& trace, RelevantLocations relevant,
              const Options& options)
      : models_(models), trace_(trace), relevant_(std::move(relevant)), options_(options) {}

  RelevantLocations run() {
    for (std::uint32_t i = trace_.length() - 1; i >= 1; --i) {
      copy_from(i + 1);
      const AnalysisStep& step = trace_.step(i);
      if (step.action.kind == Action::Kind::receive) {
        if (const std::uint32_t sent = differs_at(i); sent != 0) return restart(sent);
        receive(i, step);
      }
      if (step.action.kind != Action::Kind::effect) continue;
      if (step.action.effect->kind == Effect::Kind::assign) assign(i, step);
      if (step.action.effect->kind == Effect::Kind::send) send(i, step);
    }
    return std::move(relevant_);
  }

 private:
  using Kind = RelevantLocation::Kind;

  void copy_from(std::uint32_t next) {
    std::vector<RelevantLocation> copies;
    for (auto at = relevant_.lower_bound({next}); at != relevant_.end() && at->step == next; ++at)
      copies.push_back({next - 1, at->kind, at->owner, at->index});
    relevant_.insert(copies.begin(), copies.end());
  }
  bool is_relevant(std::uint32_t step, const std::optional<Location>& location) const {
    return location &&
           relevant_.contains({step, Kind::variable, location->object, location->variable});
  }
  void forget(std::uint32_t step, const std::optional<Location>& location) {
    if (location) relevant_.erase({step, Kind::variable, location->object, location->variable});
  }

  void assign(std::uint32_t i, const AnalysisStep& step) {
    const Point point(models_, step);
    const Effect& effect = *step.action.effect;
    const auto in_concrete = point.concrete_location(effect.target);
    const auto in_abstract = point.abstract_location(effect.target);
    if (!is_relevant(i + 1, in_concrete) && !is_relevant(i + 1, in_abstract)) return;
    forget(i, in_concrete);
    if (in_concrete == in_abstract) return add(relevant_, i, point.used(effect.value));
    forget(i, in_abstract);
    add(relevant_, i, {point.safe_resolve(point.expression(effect.target))});
  }

  bool takes_relevant(std::uint32_t i, const AnalysisStep& step) const {
    for (const VarId parameter : step.action.trigger->parameters)
      if (is_relevant(i + 1, Location{step.object, parameter})) return true;
    return false;
  }

  /// The step that sent messages to different objects, so that what is received here may not be the
  /// same message; 0: it is.
  std::uint32_t differs_at(std::uint32_t i) const {
    const AnalysisStep& step = trace_.step(i);
    if (!takes_relevant(i, step)) return 0;
    const auto& in_concrete = step.before.concrete.objects[step.object].input;
    const auto& in_abstract = step.before.abstract.objects[step.object].input;
    const bool are_same = !in_concrete.empty() && !in_abstract.empty() &&
                          in_concrete.front().id == in_abstract.front().id;
    if (options_.queues == Options::Queues::weak && are_same) return 0;
    return check_target_correspondence(models_, trace_, step.object, i);
  }

  void receive(std::uint32_t i, const AnalysisStep& step) {
    const auto& parameters = step.action.trigger->parameters;
    for (std::uint32_t j = 0; j < parameters.size(); ++j) {
      const Location variable{step.object, parameters[j]};
      if (!is_relevant(i + 1, variable)) continue;
      forget(i, variable);
      const Message& message = step.before.concrete.objects[step.object].input.front();
      relevant_.insert({i, Kind::parameter, message.id, j});
    }
  }

  void send(std::uint32_t i, const AnalysisStep& step) {
    const auto& arguments = step.action.effect->arguments;
    for (std::uint32_t j = 0; j < arguments.size(); ++j) {
      // Messages that are sent here have the number of the step.
      if (!relevant_.contains({i + 1, Kind::parameter, i, j})) continue;
      relevant_.erase({i, Kind::parameter, i, j});
      add(relevant_, i, Point(models_, step).used(arguments[j]));
    }
  }

  /// Begins anew with the reason why queues differ.
  RelevantLocations restart(std::uint32_t sent) {
    RelevantLocations initial;
    const AnalysisStep& step = trace_.step(sent);
    add(initial, sent, Point(models_, step).relevant(step.action.effect->target));
    return propagate_relevant_locations(models_, trace_, std::move(initial), options_);
  }

  const Models& models_;
  const AnalysisTrace& trace_;
  RelevantLocations relevant_;
  const Options& options_;
};

}  // namespace

RelevantLocations propagate_relevant_locations(const Models& models, const AnalysisTrace& trace,
                                               RelevantLocations relevant, const Options& options) {
  if (trace.length() < 2) return relevant;
  return Propagation(models, trace, std::move(relevant), options).run();
}

}  // namespace arges::model::machines::canal
