#pragma once

#include <compare>
#include <vector>

#include "model/machines/model.h"

namespace arges::model::machines {

struct Message {
  std::uint32_t id = 0;  ///< the sequence number of the configuration that it was sent in
  SignalId signal = 0;
  std::vector<Value> arguments = {};
};

/// What an object has in a global configuration.
struct ObjectState {
  StateId state = 0;
  std::vector<Value> values = {};  ///< by the variables of its class
  std::vector<Message> input = {};
  std::vector<Message> deferred = {};
};

/// A global configuration (Section 2.1.3).
struct Configuration {
  std::uint32_t number = 1;  ///< sn: where it is in its execution
  std::vector<ObjectState> objects = {};
};

/// A variable of an object.
struct Location {
  ObjectId object = 0;
  VarId variable = 0;
  auto operator<=>(const Location&) const = default;
};

/// What tells configurations apart: all but the numbers of messages and of the configuration.
std::vector<std::uint64_t> key_of(const Configuration& configuration);

}  // namespace arges::model::machines
