#include "model/statechart/interpreter/actions.h"

#include <limits>

#include <fmt/format.h>

#include "base/invariant.h"
#include "model/statechart/interpreter/event_flow.h"
#include "model/statechart/value_text.h"

namespace arges::model::statechart {

namespace {

/// Times that do not fit are as good as never.
std::int64_t milliseconds(const mpz_class& number) {
  return number.fits_slong_p() ? number.get_si() : std::numeric_limits<std::int64_t>::max();
}

}  // namespace

void Actions::execute(const Block& block) {
  for (const Action& action : block) execute(action);
}

void Actions::execute(const Action& action) {
  switch (action.kind) {
    case Action::Kind::assign:
      run_.set(action.variable, run_.value(action.expr));
      run_.occurred({.kind = Occurrence::Kind::assigned,
                     .machine = machine_,
                     .variable = action.variable,
                     .location = action.location});
      break;
    case Action::Kind::raise:
      if (!action.arguments.empty()) run_.read(machine_, action.location);
      EventFlow(run_).raise(machine_, action.event, values(action.arguments));
      break;
    case Action::Kind::start:
      run_.read(machine_, action.location);
      EventFlow(run_).start_timer(machine_, action.timer,
                                  milliseconds(run_.value(action.expr).integer()),
                                  values(action.arguments));
      break;
    case Action::Kind::stop:
      EventFlow(run_).stop_timer(machine_, action.timer);
      break;
    case Action::Kind::log:
      log(action);
      break;
    case Action::Kind::branch:
      branch(action);
      break;
    case Action::Kind::choose:
      choose(action);
      break;
    case Action::Kind::loop:
      loop(action);
      break;
    case Action::Kind::assertion:
      run_.read(machine_, action.location);
      if (!run_.holds(action.expr)) run_.failed(machine_, action.assertion);
      break;
  }
}

namespace {

/// Strings are logged as they are.
std::string logged_text(ir::Value value, ir::Type type) {
  return is_string(type) && !value.is_unknown() ? string_of(value, type) : value_text(value, type);
}

}  // namespace

void Actions::log(const Action& action) {
  std::string text = action.text;
  for (const ir::Expr argument : action.arguments) {
    const std::size_t place = text.find("{}");
    INVARIANT(place != std::string::npos, "there should be a place for every argument");
    text.replace(place, 2, logged_text(run_.value(argument), argument.type()));
  }
  if (action.expr) {
    run_.read(machine_, action.location);
    const std::string value = logged_text(run_.value(action.expr), action.expr.type());
    text = text.empty() ? value : fmt::format("{}: {}", text, value);
  }
  run_.occurred({.kind = Occurrence::Kind::logged, .machine = machine_, .text = std::move(text)});
}

void Actions::branch(const Action& action) {
  for (const Branch& one : action.branches) {
    if (one.guard) run_.read(machine_, one.location);
    if (!run_.holds(one.guard)) continue;
    execute(one.body);
    return;
  }
}

void Actions::choose(const Action& action) {
  std::vector<const Branch*> open;
  for (const Branch& one : action.branches) {
    if (!one.guard) continue;
    run_.read(machine_, one.location);
    if (run_.holds(one.guard)) open.push_back(&one);
  }
  if (open.empty()) {
    for (const Branch& one : action.branches)
      if (!one.guard) open.push_back(&one);
  }
  if (!open.empty()) execute(open[run_.chooser().choose(open.size())]->body);
}

void Actions::loop(const Action& action) {
  run_.read(machine_, action.location);
  const mpz_class first = run_.value(action.expr).integer();
  const mpz_class bound = run_.value(action.bound).integer();
  for (mpz_class i = first; i < bound; ++i) {
    run_.set(action.variable, run_.integer(i));
    execute(action.body);
  }
}

std::vector<ir::Value> Actions::values(const std::vector<ir::Expr>& expressions) const {
  std::vector<ir::Value> result;
  result.reserve(expressions.size());
  for (const ir::Expr expr : expressions) result.push_back(run_.value(expr));
  return result;
}

}  // namespace arges::model::statechart
