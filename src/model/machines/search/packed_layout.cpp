#include "model/machines/search/packed_layout.h"

#include <algorithm>

namespace arges::model::machines {

namespace {

/// Signals that some effect sends to objects of a class.
std::vector<SignalId> signals_sent_to(const Model& model, ClassId type) {
  std::vector<SignalId> result;
  for (const Class& sender : model.classes)
    for (const Transition& transition : sender.transitions)
      for (const Effect& effect : transition.effects)
        if (effect.kind == Effect::Kind::send &&
            model.expression(effect.target).type.target == type)
          result.push_back(effect.signal);
  return result;
}

}  // namespace

PackedLayout::PackedLayout(const Model& model) : model_(model) {
  find_usage();
  number_sizes();
  place();
}

/// A transition that writes the variable ends by giving it its initial value again.
bool PackedLayout::resets(const Transition& transition, VarId var) const {
  bool is_written = false;
  bool is_reset = false;
  if (transition.trigger)
    is_written = std::count(transition.trigger->parameters.begin(),
                            transition.trigger->parameters.end(), var) != 0;
  for (const Effect& effect : transition.effects) {
    if (effect.kind != Effect::Kind::assign) continue;
    const Expression& left = model_.expression(effect.target);
    if (left.path.size() != 1 || left.root != none || left.path.front() != var) continue;
    is_written = true;
    const Expression& right = model_.expression(effect.value);
    is_reset =
        right.kind == Expression::Kind::literal && right.value == model_.variable_of(left).initial;
  }
  return !is_written || is_reset;
}

void PackedLayout::find_usage() {
  for (const Class& type : model_.classes)
    usage_.emplace_back(type.variables.size(), Usage::constant);
  std::vector<std::vector<bool>> through_references;
  for (const Class& type : model_.classes) through_references.emplace_back(type.variables.size());
  for (const Class& type : model_.classes)
    for (const Transition& transition : type.transitions) {
      const auto self = static_cast<std::size_t>(&type - model_.classes.data());
      if (transition.trigger)
        for (const VarId var : transition.trigger->parameters) usage_[self][var] = Usage::stored;
      for (const Effect& effect : transition.effects) {
        if (effect.kind != Effect::Kind::assign) continue;
        const Expression& left = model_.expression(effect.target);
        usage_[model_.owner_of(left)][left.path.back()] = Usage::stored;
        if (left.path.size() > 1 || left.root != none)
          through_references[model_.owner_of(left)][left.path.back()] = true;
      }
    }
  for (ClassId type = 0; type < model_.classes.size(); ++type)
    for (VarId var = 0; var < usage_[type].size(); ++var) {
      const Variable& variable = model_.classes[type].variables[var];
      if (usage_[type][var] != Usage::stored || variable.scope != Variable::Scope::transition ||
          through_references[type][var])
        continue;
      const auto& transitions = model_.classes[type].transitions;
      const bool always_reset =
          std::all_of(transitions.begin(), transitions.end(),
                      [&](const Transition& one) { return resets(one, var); }) &&
          std::all_of(model_.objects.begin(), model_.objects.end(), [&](const Object& object) {
            return object.type != type || object.initial[var] == variable.initial;
          });
      if (always_reset) usage_[type][var] = Usage::temporary;
    }
}

void PackedLayout::number_sizes() {
  const std::uint8_t reference = width_of(static_cast<Value>(model_.objects.size()));
  const auto add = [&](const Type& type) {
    widths_.push_back(type.is_reference() ? reference : 1);
    return static_cast<SizeId>(widths_.size() - 1);
  };
  for (const Class& type : model_.classes) {
    auto& sizes = variable_sizes_.emplace_back();
    for (const Variable& variable : type.variables) sizes.push_back(add(variable.type));
  }
  for (const Signal& signal : model_.signals) {
    auto& sizes = argument_sizes_.emplace_back();
    for (const Type& parameter : signal.parameters) sizes.push_back(add(parameter));
  }
  for (const Object& object : model_.objects)
    for (VarId var = 0; var < object.initial.size(); ++var) {
      std::uint8_t& width = widths_[variable_sizes_[object.type][var]];
      width = std::max(width, width_of(object.initial[var]));
    }
}

void PackedLayout::widen(SizeId size) {
  widths_[size] = static_cast<std::uint8_t>(2 * widths_[size]);
  place();
}

PackedQueue PackedLayout::place_queue(ObjectId object, std::uint32_t& offset) const {
  PackedQueue result;
  const Class& type = model_.class_of(object);
  const std::vector<SignalId> signals = signals_sent_to(model_, model_.objects[object].type);
  result.capacity = type.capacity;
  result.arguments.resize(model_.signals.size());
  if (signals.empty()) return result;
  const std::uint8_t count = width_of(type.capacity);
  const auto take = [&offset](std::uint8_t width) {
    const Field field{offset, width, none};
    offset += width;
    return field;
  };
  result.length = take(count);
  if (std::any_of(type.states.begin(), type.states.end(),
                  [](const State& state) { return !state.defers.empty(); }))
    result.deferred = take(count);
  result.signal = {0, width_of(static_cast<Value>(model_.signals.size()) + 1), none};
  for (const SignalId signal : signals) {
    std::uint32_t at = result.signal.width;
    result.arguments[signal].clear();
    for (const SizeId size : argument_sizes_[signal]) {
      result.arguments[signal].push_back({at, widths_[size], size});
      at += widths_[size];
    }
    result.message_size = std::max(result.message_size, at);
  }
  result.first = offset;
  offset += result.message_size * result.capacity;
  return result;
}

void PackedLayout::place() {
  objects_.assign(model_.objects.size(), {});
  std::uint32_t offset = 0;
  for (ObjectId o = 0; o < objects_.size(); ++o) {
    const Class& type = model_.class_of(o);
    const ClassId class_id = model_.objects[o].type;
    PackedObject& object = objects_[o];
    object.state = {offset, width_of(static_cast<Value>(type.states.size())), none};
    offset += object.state.width;
    object.variables.resize(type.variables.size());
    for (VarId var = 0; var < type.variables.size(); ++var) {
      if (usage_[class_id][var] != Usage::stored) continue;
      const SizeId size = variable_sizes_[class_id][var];
      object.variables[var] = {offset, widths_[size], size};
      offset += widths_[size];
    }
    object.queue = place_queue(o, offset);
  }
  row_bytes_ = (offset + 7) / 8 * 8;
  offset = row_bytes_;
  tail_.clear();
  for (ObjectId o = 0; o < objects_.size(); ++o)
    for (VarId var = 0; var < objects_[o].variables.size(); ++var) {
      Field& field = objects_[o].variables[var];
      if (field.width != 0) continue;
      field = {offset, 4, none};
      offset += 4;
      tail_.resize(tail_.size() + 4);
      write_number(&tail_[tail_.size() - 4], 4, model_.objects[o].initial[var]);
    }
  buffer_bytes_ = offset;
}

std::optional<std::vector<std::uint8_t>> PackedLayout::encode(const Configuration& configuration,
                                                              SizeId& misfit) const {
  std::vector<std::uint8_t> row(row_bytes_);
  bool fits = true;
  const auto write = [&](std::uint32_t base, const Field& field, Value value) {
    if (field.offset + base >= row_bytes_) return;  // in the tail
    if (width_of(value) > field.width) {
      fits = false;
      misfit = field.size;
      return;
    }
    write_number(&row[base + field.offset], field.width, value);
  };
  for (ObjectId o = 0; o < objects_.size(); ++o) {
    const PackedObject& object = objects_[o];
    const ObjectState& from = configuration.objects[o];
    write(0, object.state, from.state);
    for (VarId var = 0; var < from.values.size(); ++var)
      write(0, object.variables[var], from.values[var]);
    const PackedQueue& queue = object.queue;
    if (queue.length.width == 0) continue;
    write(0, queue.length, static_cast<Value>(from.input.size() + from.deferred.size()));
    if (queue.deferred.width != 0)
      write(0, queue.deferred, static_cast<Value>(from.deferred.size()));
    std::uint32_t base = queue.first;
    for (const auto* messages : {&from.deferred, &from.input})
      for (const Message& message : *messages) {
        write(base, queue.signal, static_cast<Value>(message.signal) + 1);
        for (std::uint32_t i = 0; i < message.arguments.size(); ++i)
          write(base, queue.arguments[message.signal][i], message.arguments[i]);
        base += queue.message_size;
      }
  }
  if (!fits) return {};
  return row;
}

Configuration PackedLayout::decode(const std::uint8_t* row) const {
  Configuration result;
  const auto read = [row](std::uint32_t base, const Field& field) {
    return read_number(row + base + field.offset, field.width);
  };
  for (ObjectId o = 0; o < objects_.size(); ++o) {
    const PackedObject& object = objects_[o];
    ObjectState& to = result.objects.emplace_back();
    to.state = static_cast<StateId>(read(0, object.state));
    for (VarId var = 0; var < object.variables.size(); ++var)
      to.values.push_back(object.variables[var].offset >= row_bytes_
                              ? model_.objects[o].initial[var]
                              : read(0, object.variables[var]));
    const PackedQueue& queue = object.queue;
    if (queue.length.width == 0) continue;
    const Value length = read(0, queue.length);
    const Value deferred = queue.deferred.width == 0 ? 0 : read(0, queue.deferred);
    for (Value i = 0; i < length; ++i) {
      const auto base = static_cast<std::uint32_t>(queue.first + i * queue.message_size);
      Message message{0, static_cast<SignalId>(read(base, queue.signal) - 1)};
      for (const Field& argument : queue.arguments[message.signal])
        message.arguments.push_back(read(base, argument));
      (i < deferred ? to.deferred : to.input).push_back(std::move(message));
    }
  }
  return result;
}

}  // namespace arges::model::machines
