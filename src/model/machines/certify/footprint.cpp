#include "model/machines/certify/footprint.h"

#include <algorithm>

namespace arges::model::machines {

namespace {

template <typename Item>
bool are_disjoint(const std::set<Item>& a, const std::set<Item>& b) {
  return std::none_of(a.begin(), a.end(), [&b](const Item& item) { return b.contains(item); });
}

}  // namespace

Footprints::Footprints(const Model& model, ExprId condition) : model_(model) {
  find_written();
  for (ObjectId o = 0; o < model.objects.size(); ++o) {
    auto& of_object = transitions_.emplace_back();
    for (const Transition& transition : model.class_of(o).transitions)
      of_object.push_back(footprint(o, transition));
  }
  if (condition != none) read(0, condition, condition_);
}

void Footprints::find_written() {
  for (ClassId type = 0; type < model_.classes.size(); ++type)
    for (const Transition& transition : model_.classes[type].transitions) {
      if (transition.trigger)
        for (const VarId var : transition.trigger->parameters) written_.insert({type, var});
      for (const Effect& effect : transition.effects) {
        if (effect.kind != Effect::Kind::assign) continue;
        const Expression& left = model_.expression(effect.target);
        written_.insert({model_.owner_of(left), left.path.back()});
      }
    }
}

/// The objects that a reference may refer to at any time.
std::set<ObjectId> Footprints::values(const Place& reference) const {
  const auto& [object, var] = reference;
  std::set<ObjectId> result;
  if (!written_.contains({model_.objects[object].type, var})) {
    const Value value = model_.objects[object].initial[var];
    if (value != null_object) result.insert(static_cast<ObjectId>(value));
    return result;
  }
  const ClassId type = model_.class_of(object).variables[var].type.target;
  for (ObjectId o = 0; o < model_.objects.size(); ++o)
    if (model_.objects[o].type == type) result.insert(o);
  return result;
}

std::set<ObjectId> Footprints::walk(ObjectId self, const Expression& path, std::size_t references,
                                    std::set<Place>& reads) const {
  std::set<ObjectId> at{path.root == none ? self : path.root};
  for (std::size_t i = 0; i < references; ++i) {
    std::set<ObjectId> next;
    for (const ObjectId object : at) {
      reads.insert({object, path.path[i]});
      next.merge(values({object, path.path[i]}));
    }
    at = std::move(next);
  }
  return at;
}

void Footprints::read(ObjectId self, ExprId expression, std::set<Place>& reads) const {
  const Expression& e = model_.expression(expression);
  for (const ExprId operand : e.operands) read(self, operand, reads);
  if (e.kind == Expression::Kind::name)
    for (const ObjectId object : walk(self, e, e.path.size() - 1, reads))
      reads.insert({object, e.path.back()});
  if (e.kind == Expression::Kind::in_state)
    for (const ObjectId object : walk(self, e, e.path.size(), reads)) reads.insert({object, none});
}

/// The objects that an expression may refer to.
std::set<ObjectId> Footprints::objects(ObjectId self, ExprId reference) const {
  const Expression& e = model_.expression(reference);
  std::set<ObjectId> result;
  std::set<Place> ignored;
  switch (e.kind) {
    case Expression::Kind::self:
      return {self};
    case Expression::Kind::name:
      for (const ObjectId object : walk(self, e, e.path.size() - 1, ignored))
        result.merge(values({object, e.path.back()}));
      return result;
    case Expression::Kind::tcond:
      result = objects(self, e.operands[1]);
      result.merge(objects(self, e.operands[2]));
      return result;
    default:
      if (e.value != null_object) result.insert(static_cast<ObjectId>(e.value));
      return result;
  }
}

Footprints::Footprint Footprints::footprint(ObjectId self, const Transition& transition) const {
  Footprint result;
  result.reads.insert({self, none});
  if (transition.target != transition.source) result.writes.insert({self, none});
  if (transition.trigger)
    for (const VarId var : transition.trigger->parameters) result.writes.insert({self, var});
  if (transition.guard != none) read(self, transition.guard, result.reads);
  for (const Effect& effect : transition.effects) {
    for (const ExprId argument : effect.arguments) read(self, argument, result.reads);
    if (effect.value != none) read(self, effect.value, result.reads);
    if (effect.kind == Effect::Kind::send) {
      read(self, effect.target, result.reads);
      result.receivers.merge(objects(self, effect.target));
    }
    if (effect.kind != Effect::Kind::assign) continue;
    const Expression& left = model_.expression(effect.target);
    for (const ObjectId object : walk(self, left, left.path.size() - 1, result.reads))
      result.writes.insert({object, left.path.back()});
  }
  return result;
}

bool Footprints::is_local(ObjectId object, TransitionId transition) const {
  const Footprint& own = transitions_[object][transition];
  if (!are_disjoint(own.writes, condition_)) return false;
  for (ObjectId other = 0; other < transitions_.size(); ++other) {
    if (other == object) continue;
    for (const Footprint& one : transitions_[other])
      if (!are_disjoint(own.reads, one.writes) || !are_disjoint(own.writes, one.reads) ||
          !are_disjoint(own.writes, one.writes) || !are_disjoint(own.receivers, one.receivers))
        return false;
  }
  return true;
}

bool Footprints::is_sent_to(ObjectId object) const {
  return std::any_of(transitions_.begin(), transitions_.end(), [&](const auto& of_object) {
    return std::any_of(of_object.begin(), of_object.end(),
                       [&](const Footprint& one) { return one.receivers.contains(object); });
  });
}

}  // namespace arges::model::machines
