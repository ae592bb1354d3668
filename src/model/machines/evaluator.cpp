#include "model/machines/evaluator.h"

#include "base/invariant.h"

namespace arges::model::machines {

const char* to_string(Fault fault) {
  switch (fault) {
    case Fault::nothing:
      return "nothing is wrong";
    case Fault::assertion:
      return "an assertion fails";
    case Fault::overflow:
      return "a number gets too large for 32 bits";
    case Fault::division_by_zero:
      return "a number is divided by zero";
    case Fault::bad_shift:
      return "a number is shifted by less than 0 or more than 31 bits";
    case Fault::null_reference:
      return "a reference is null";
    case Fault::queue_full:
      return "a queue is full";
  }
  UNREACHABLE("every fault should have a text");
}

std::optional<Option> Resolution::find(ChoicePoint point) const {
  for (const Choice& choice : choices)
    if (choice.point == point) return choice.option;
  return {};
}

Option FixedChooser::choose(ChoicePoint point, std::span<const Option> options) {
  const auto chosen = resolution_.find(point);
  return chosen ? *chosen : options.front();
}

std::optional<ObjectId> resolve_object(const Configuration& configuration, ObjectId self,
                                       const Expression& path, std::size_t references) {
  ObjectId at = path.root == none ? self : path.root;
  for (std::size_t i = 0; i < references; ++i) {
    const Value next = configuration.objects[at].values[path.path[i]];
    if (next == null_object) return {};
    at = static_cast<ObjectId>(next);
  }
  return at;
}

std::optional<Location> resolve(const Configuration& configuration, ObjectId self,
                                const Expression& name) {
  const auto object = resolve_object(configuration, self, name, name.path.size() - 1);
  if (!object) return {};
  return Location{*object, name.path.back()};
}

std::vector<std::uint64_t> key_of(const Configuration& configuration) {
  std::vector<std::uint64_t> key;
  const auto add = [&key](Value value) { key.push_back(static_cast<std::uint64_t>(value)); };
  for (const ObjectState& object : configuration.objects) {
    key.push_back(object.state);
    for (const Value value : object.values) add(value);
    for (const auto* queue : {&object.input, &object.deferred}) {
      key.push_back(queue->size());
      for (const Message& message : *queue) {
        key.push_back(message.signal);
        for (const Value value : message.arguments) add(value);
      }
    }
  }
  return key;
}

}  // namespace arges::model::machines
