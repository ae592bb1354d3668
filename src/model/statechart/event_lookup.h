#pragma once

#include <string_view>
#include <vector>

#include "model/statechart/name_fit.h"
#include "model/statechart/system.h"

namespace arges::model::statechart {

/// Finds events of the environment by the names that users write.
class EventLookup {
 public:
  /// What may be left out of a name: of SCXML only the machine, as a shorter name is another event.
  enum class Shortening : std::uint8_t { machine, any };
  /// Whether what the model says nothing about can be meant.
  enum class Unmentioned : std::uint8_t { found, hidden };

  EventLookup(const System& system, Shortening shortening, Unmentioned unmentioned)
      : system_(system), shortening_(shortening), unmentioned_(unmentioned) {}

  /// All that can be meant by any name.
  std::vector<EventRef> all() const;
  /// All that fit a name best, of these or of all.
  std::vector<EventRef> find(std::string_view name, const std::vector<EventRef>& among) const;
  std::vector<EventRef> find(std::string_view name) const { return find(name, all()); }

  const Event& event(EventRef ref) const { return system_.machines[ref.machine].events[ref.event]; }
  /// In full.
  std::string name_of(EventRef ref) const {
    return system_.machines[ref.machine].qualified(event(ref).name);
  }
  /// In full, so that it is clear where the machine's name ends: 'two."one.go"'.
  std::string clear_name_of(EventRef ref) const;

 private:
  NameFit fit(EventRef ref, std::string_view name) const;

  const System& system_;
  Shortening shortening_;
  Unmentioned unmentioned_;
};

}  // namespace arges::model::statechart
