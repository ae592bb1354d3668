#include "model/statechart/event_lookup.h"

#include <fmt/format.h>

namespace arges::model::statechart {

std::vector<EventRef> EventLookup::all() const {
  std::vector<EventRef> result;
  for (MachineId m = 0; m < system_.machines.size(); ++m)
    for (EventId e = 0; e < system_.machines[m].events.size(); ++e) {
      const Event& one = system_.machines[m].events[e];
      const bool is_hidden =
          unmentioned_ == Unmentioned::hidden && one.mention == Event::Mention::nowhere;
      if (one.is_environment && !is_hidden) result.push_back({m, e});
    }
  return result;
}

std::vector<EventRef> EventLookup::find(std::string_view name,
                                        const std::vector<EventRef>& among) const {
  return best_fits(among, [&](EventRef ref) { return fit(ref, name); });
}

std::string EventLookup::clear_name_of(EventRef ref) const {
  return system_.machines[ref.machine].qualified(fmt::format("\"{}\"", event(ref).name));
}

NameFit EventLookup::fit(EventRef ref, std::string_view name) const {
  if (clear_name_of(ref) == name) return NameFit::whole;
  const std::string full = name_of(ref);
  if (shortening_ == Shortening::any) return fit_of(full, name);
  if (full == name) return NameFit::whole;
  return event(ref).name == name ? NameFit::end : NameFit::not_at_all;
}

}  // namespace arges::model::statechart
