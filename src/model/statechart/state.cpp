#include "model/statechart/state.h"

#include <fmt/format.h>

namespace arges::model::statechart {

namespace {

const char* to_string(Phase phase) {
  switch (phase) {
    case Phase::start:
      return "start";
    case Phase::ready:
      return "ready";
    case Phase::input:
      return "inputs chosen";
    case Phase::booting:
      return "starting";
    case Phase::booting_react:
      return "starting, event taken";
    case Phase::busy:
      return "busy";
    case Phase::react:
      return "event taken";
    case Phase::waiting:
      return "messages wait";
    case Phase::idle:
      return "idle";
    case Phase::ended:
      break;
  }
  return "ended";
}

}  // namespace

std::string to_string(const System& system, const Place& place) {
  const bool of_all = place.phase == Phase::ready || place.phase == Phase::input ||
                      place.phase == Phase::idle || place.phase == Phase::waiting ||
                      place.phase == Phase::ended;
  if (of_all || system.machines.size() == 1) return to_string(place.phase);
  return fmt::format("{}: {}", system.machines[place.machine].name, to_string(place.phase));
}

bool is_stable(const Place& place) {
  return place.phase == Phase::ready || place.phase == Phase::idle || place.phase == Phase::ended;
}

const char* describe(Problem problem) {
  switch (problem) {
    case Problem::nothing:
      return "no problem";
    case Problem::internal_queue_full:
      return "the internal queue is full";
    case Problem::external_queue_full:
      return "the external queue is full";
    case Problem::deferred_queue_full:
      return "too many events are deferred";
    case Problem::timer_running:
      return "a delayed event is sent again while it is still to come";
    case Problem::no_branch:
      break;
  }
  return "no branch of a choice can be taken";
}

}  // namespace arges::model::statechart
