#include "model/machines/interval_refinement.h"

namespace arges::model::machines {

IntervalRefinement::IntervalRefinement(Env& env, const Model& model, const Question& question,
                                       Settings settings)
    : env_(env),
      model_(model),
      question_(question),
      settings_(std::move(settings)),
      concrete_evaluator_(model),
      concrete_(model, concrete_evaluator_),
      abstraction_(model, settings_.initial),
      evaluator_(model, abstraction_),
      abstract_(model, evaluator_) {}

std::optional<IntervalRefinement::Answer> IntervalRefinement::judge(
    const Counterexample& counterexample) const {
  const canal::Feasibility feasibility =
      canal::is_counterexample_feasible(concrete_, question_, counterexample);
  switch (feasibility.answer) {
    case canal::Feasibility::Answer::violated:
      return Answer{Answer::Kind::violated, feasibility.run};
    case canal::Feasibility::Answer::escaped:
      return Answer{Answer::Kind::escaped, feasibility.run};
    case canal::Feasibility::Answer::spurious:
      break;
  }
  return {};
}

IntervalRefinement::Answer IntervalRefinement::run() {
  const Answer answer = run_to_answer();
  if (answer.kind != Answer::Kind::escaped) return answer;
  question_.full_queues = Question::FullQueues::left_out;
  try {
    Answer other = run_to_answer();
    return other.kind == Answer::Kind::violated ? other : answer;
  } catch (const LimitReached&) {
    return answer;
  }
}

IntervalRefinement::Answer IntervalRefinement::run_to_answer() {
  for (;;) {
    try {
      return refine_until_answered();
    } catch (const TooManyResults& many) {
      // Exact values are of no use where they depend on intervals.
      if (!give_up_exact_values())
        return {Answer::Kind::stuck, {}, std::string("not proved: ") + many.what()};
    }
  }
}

bool IntervalRefinement::give_up_exact_values() {
  if (!before_exact_) return false;
  abstraction_ = *std::move(before_exact_);
  before_exact_.reset();
  settings_.counters = Settings::Counters::split;
  return true;
}

IntervalRefinement::Answer IntervalRefinement::refine_until_answered() {
  Statistics& statistics = env_.statistics;
  for (;;) {
    search_ = std::make_unique<AbstractSearch>(abstract_, question_, env_.limits);
    std::optional<Counterexample> found = search_->run();
    statistics.counter("interval::iterations").add();
    statistics.counter("interval::configurations").set(search_->visits().size());
    statistics.counter("interval::cells").set(abstraction_.size());
    statistics.counter("interval::imprecise_operations").set(evaluator_.imprecise());
    if (!found) return {Answer::Kind::holds};
    std::vector<Event> events;
    for (const Counterexample::Step& step : found->steps) events.push_back(step.event);
    // The search ends as soon as it has found something: what it visited is no longer wanted.
    while (found) {
      env_.limits.check();
      if (auto answer = judge(*found)) return *answer;
      if (!refine(*found)) return {Answer::Kind::stuck, {}, "no refinement progress"};
      if (auto answer = counting()) return *answer;
      if (settings_.resimulation == Settings::Resimulation::no) break;
      AbstractSearch again(abstract_, question_, env_.limits);
      found = again.run_along(events);
    }
  }
}

std::optional<IntervalRefinement::Answer> IntervalRefinement::counting() const {
  if (settings_.counters != Settings::Counters::end) return {};
  for (ClassId type = 0; type < model_.classes.size(); ++type)
    for (VarId var = 0; var < model_.classes[type].variables.size(); ++var) {
      const Partition& partition = abstraction_.of(Slot{Slot::Kind::variable, type, var});
      if (partition.is_exact() || partition.size() <= settings_.most_cells) continue;
      return Answer{Answer::Kind::counting,
                    {},
                    model_.classes[type].name + "." + model_.classes[type].variables[var].name};
    }
  return {};
}

bool IntervalRefinement::refine(const Counterexample& counterexample) {
  const canal::Models models{model_, concrete_, abstract_};
  const canal::AnalysisTrace trace = canal::transform(models, question_, counterexample);
  const canal::RelevantLocations relevant = canal::propagate_relevant_locations(
      models, trace, canal::initial_relevant_locations(models, trace), settings_.canal);
  canal::Refinement refinement = canal::find_refinement(models, trace, relevant, settings_.canal);
  ++spurious_;
  env_.statistics.counter("interval::refinements").set(spurious_);
  Abstraction refined = abstraction_;
  bool is_new = apply(refinement, refined);
  if (!is_new) {
    refinement = last_resort(trace, relevant);
    is_new = apply(refinement, refined);
  }
  if (settings_.observer)
    settings_.observer(
        {spurious_, models, counterexample, trace, relevant, refinement, abstraction_, refined});
  abstraction_ = std::move(refined);
  return is_new;
}

bool IntervalRefinement::apply(const canal::Refinement& refinement, Abstraction& to) {
  bool is_new = false;
  for (const auto& [location, numbers] : refinement.numbers) {
    const Slot slot{Slot::Kind::variable, model_.objects[location.object].type, location.variable};
    is_new = to.separate(slot, {numbers.begin(), numbers.end()}) || is_new;
    if (settings_.counters == Settings::Counters::exact && !to.of(slot).is_exact() &&
        to.of(slot).size() > settings_.most_cells) {
      if (!before_exact_) before_exact_ = to;
      to.make_exact(slot);
      is_new = true;
    }
  }
  to.update();
  if (before_exact_) before_exact_->update();
  return is_new;
}

canal::Refinement IntervalRefinement::last_resort(const canal::AnalysisTrace& trace,
                                                  const canal::RelevantLocations& relevant) const {
  canal::Refinement result;
  const auto add = [&](const canal::AnalysisStep& step, const Location& location) {
    const Slot slot{Slot::Kind::variable, model_.objects[location.object].type, location.variable};
    if (!model_.classes[slot.owner].variables[slot.index].type.is_int()) return;
    const Value value = step.before.concrete.objects[location.object].values[location.variable];
    if (!abstraction_.of(slot).cell(value).is_single()) result.numbers[location].insert(value);
  };
  for (const canal::RelevantLocation& one : relevant)
    if (one.kind == canal::RelevantLocation::Kind::variable)
      add(trace.step(one.step), {one.owner, one.index});
  if (!result.empty()) return result;
  for (const canal::AnalysisStep& step : trace.steps)
    for (ObjectId object = 0; object < model_.objects.size(); ++object)
      for (VarId var = 0; var < model_.class_of(object).variables.size(); ++var)
        add(step, {object, var});
  return result;
}

}  // namespace arges::model::machines
