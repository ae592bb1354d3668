#include "model/machines/search/compiler.h"

#include <algorithm>
#include <limits>

#include "base/invariant.h"

namespace arges::model::machines {

Cells::Cells(const Model& model) {
  Cell next = 0;
  for (const Object& object : model.objects) {
    first_.push_back(next);
    next += static_cast<Cell>(model.classes[object.type].variables.size()) + 1;
  }
}

namespace {

using Register = std::uint16_t;

std::uint16_t narrow(std::size_t number) {
  if (number >= std::numeric_limits<std::uint16_t>::max())
    throw TooLarge("the model is too large for a packed search");
  return static_cast<std::uint16_t>(number);
}

/// An object that code is about: known now, or in a register.
struct Place {
  ClassId type = 0;
  ObjectId object = none;  ///< none: in the register
  Register at = 0;
};

class Compiler {
 public:
  Compiler(const PackedLayout& layout, Program& program)
      : layout_(layout), model_(layout.model()), program_(program), cells_(model_) {}

  /// Code that computes a condition for register 0.
  std::uint32_t condition(ExprId expression, Access& access) {
    begin(0, access);
    const std::uint32_t start = here();
    emit({Op::move, 0, evaluate(expression), 0});
    emit({Op::done});
    return start;
  }

  CompiledTransition transition(ObjectId self, TransitionId number) {
    const Transition& from = model_.class_of(self).transitions[number];
    CompiledTransition result;
    result.event = {Event::Kind::transition, self, number};
    begin(self, result.access);
    access_->reads.insert(cells_.state(self));
    bool keeps_row = true;
    if (from.trigger) {
      const bool is_external =
          model_.signals[from.trigger->signal].origin == Signal::Origin::external;
      result.trigger = is_external ? CompiledTransition::Trigger::environment
                                   : CompiledTransition::Trigger::message;
      result.signal = from.trigger->signal;
      for (const VarId var : from.trigger->parameters) {
        access_->writes.insert(cells_.variable(self, var));
        keeps_row = keeps_row && layout_.is_temporary(model_.objects[self].type, var);
      }
    }
    const bool takes = result.trigger == CompiledTransition::Trigger::message &&
                       layout_.queue(self).length.width != 0;
    const bool guards_first = from.guard != none && keeps_row;
    if (guards_first) {
      result.guard = here();
      if (takes) receive(*from.trigger);
      guard(from.guard);
      emit({Op::done});
    }
    result.effects = here();
    if (!guards_first) {
      if (takes) receive(*from.trigger);
      if (from.guard != none) guard(from.guard);
    }
    if (takes) emit({Op::pop, narrow(self)});
    for (const Effect& effect : from.effects) apply(effect);
    go(from);
    emit({Op::done});
    return result;
  }

 private:
  void begin(ObjectId self, Access& access) {
    self_ = self;
    access_ = &access;
    next_ = 0;
  }
  std::uint32_t here() const { return static_cast<std::uint32_t>(program_.code.size()); }
  void emit(Instruction instruction) { program_.code.push_back(instruction); }
  Register fresh() {
    if (next_ >= first_constant) throw TooLarge("an expression is too large for a packed search");
    return next_++;
  }
  Register constant(Value value) {
    const auto [at, is_new] = constants_.try_emplace(value, program_.constants.size());
    if (is_new) program_.constants.push_back(value);
    return narrow(first_constant + at->second);
  }
  /// A jump whose target is told later.
  std::uint32_t jump(Op op, Register on) {
    emit({op, on});
    return here() - 1;
  }
  void land(std::uint32_t jump) {
    program_.code[jump].b = static_cast<std::uint16_t>(here() & 0xFFFFU);
    program_.code[jump].c = narrow(here() >> 16U);
  }

  void load(const Field& field, Register to) {
    const Op op = field.width == 1 ? Op::load1 : field.width == 2 ? Op::load2 : Op::load4;
    emit({op, to, narrow(field.offset), 0});
  }
  void store(const Field& field, Register from) {
    const Op op = field.width == 1 ? Op::store1 : field.width == 2 ? Op::store2 : Op::store4;
    emit({op, from, narrow(field.offset),
          field.size == none ? std::uint16_t{0xFFFF} : narrow(field.size)});
  }

  /// The fields of a variable of all objects of a class, or of their states.
  std::uint16_t table(ClassId type, VarId var) {
    const auto [at, is_new] = tables_.try_emplace({type, var}, program_.tables.size());
    if (is_new) {
      auto& fields = program_.tables.emplace_back(model_.objects.size());
      for (ObjectId o = 0; o < model_.objects.size(); ++o)
        if (model_.objects[o].type == type)
          fields[o] = var == none ? layout_.state(o) : layout_.variable(o, var);
    }
    return narrow(at->second);
  }

  void note(std::set<Cell>& cells, const Place& place, VarId var) const {
    for (ObjectId o = 0; o < model_.objects.size(); ++o)
      if (place.object == o || (place.object == none && model_.objects[o].type == place.type))
        cells.insert(var == none ? cells_.state(o) : cells_.variable(o, var));
  }

  /// A variable, or with `none` the control state, of a place.
  Register read(const Place& place, VarId var) {
    const bool is_constant = var != none && layout_.is_constant(place.type, var);
    if (!is_constant) note(access_->reads, place, var);
    if (is_constant && place.object != none)
      return constant(model_.objects[place.object].initial[var]);
    const Register result = fresh();
    if (place.object == none)
      emit({Op::load_of, result, place.at, table(place.type, var)});
    else
      load(var == none ? layout_.state(place.object) : layout_.variable(place.object, var), result);
    return result;
  }

  /// The object behind so many references of a path.
  Place follow(const Expression& path, std::size_t references) {
    Place place;
    place.object = path.root == none ? self_ : path.root;
    place.type = model_.objects[place.object].type;
    for (std::size_t i = 0; i < references; ++i) {
      const VarId var = path.path[i];
      const ClassId target = model_.classes[place.type].variables[var].type.target;
      if (place.object != none && layout_.is_constant(place.type, var)) {
        const Value next = model_.objects[place.object].initial[var];
        if (next != null_object) {
          place = {target, static_cast<ObjectId>(next), 0};
          continue;
        }
      }
      const Register at = read(place, var);
      emit({Op::not_null, at});
      place = {target, none, at};
    }
    return place;
  }

  Register evaluate(ExprId id) {
    const Expression& e = model_.expression(id);
    switch (e.kind) {
      case Expression::Kind::literal:
        return constant(e.value);
      case Expression::Kind::self:
        return constant(self_);
      case Expression::Kind::name:
        return read(follow(e, e.path.size() - 1), e.path.back());
      case Expression::Kind::in_state: {
        const Register state = read(follow(e, e.path.size()), none);
        const Register result = fresh();
        emit({Op::equal, result, state, constant(e.state)});
        return result;
      }
      case Expression::Kind::unary: {
        const Register operand = evaluate(e.operands[0]);
        const Register result = fresh();
        emit({e.op == Operator::not_ ? Op::not_ : Op::negate, result, operand, 0});
        return result;
      }
      case Expression::Kind::infix: {
        const Register left = evaluate(e.operands[0]);
        const Register right = evaluate(e.operands[1]);
        const Register result = fresh();
        emit({infix(e.op), result, left, right});
        return result;
      }
      case Expression::Kind::cond:
        return short_circuit(e);
      case Expression::Kind::tcond:
        return conditional(e);
    }
    UNREACHABLE("every kind of expression should have code");
  }

  Register short_circuit(const Expression& e) {
    const Register result = fresh();
    emit({Op::move, result, evaluate(e.operands[0]), 0});
    const std::uint32_t decided =
        jump(e.op == Operator::and_ ? Op::jump_if_false : Op::jump_if_true, result);
    emit({Op::move, result, evaluate(e.operands[1]), 0});
    land(decided);
    return result;
  }

  Register conditional(const Expression& e) {
    const Register result = fresh();
    const std::uint32_t otherwise = jump(Op::jump_if_false, evaluate(e.operands[0]));
    emit({Op::move, result, evaluate(e.operands[1]), 0});
    const std::uint32_t end = jump(Op::jump, 0);
    land(otherwise);
    emit({Op::move, result, evaluate(e.operands[2]), 0});
    land(end);
    return result;
  }

  static Op infix(Operator op) {
    switch (op) {
      case Operator::add:
        return Op::add;
      case Operator::subtract:
        return Op::subtract;
      case Operator::multiply:
        return Op::multiply;
      case Operator::divide:
        return Op::divide;
      case Operator::remainder:
        return Op::remainder;
      case Operator::shift_left:
        return Op::shift_left;
      case Operator::shift_right:
        return Op::shift_right;
      case Operator::less:
        return Op::less;
      case Operator::less_equal:
        return Op::less_equal;
      case Operator::greater:
        return Op::greater;
      case Operator::greater_equal:
        return Op::greater_equal;
      case Operator::equal:
        return Op::equal;
      case Operator::not_equal:
        return Op::not_equal;
      default:
        UNREACHABLE("the operator should be one between two values");
    }
  }

  /// The arguments of the first message to the variables that want them.
  void receive(const Trigger& trigger) {
    const auto& fields = layout_.queue(self_).arguments[trigger.signal];
    if (fields.empty()) return;
    for (std::size_t i = 0; i < trigger.parameters.size(); ++i) {
      const Register value = fresh();
      program_.head_arguments.push_back({self_, fields[i]});
      emit({Op::head, value, 0, narrow(program_.head_arguments.size() - 1)});
      store(layout_.variable(self_, trigger.parameters[i]), value);
    }
  }

  void guard(ExprId expression) { emit({Op::require, evaluate(expression)}); }

  void apply(const Effect& effect) {
    next_ = 0;
    switch (effect.kind) {
      case Effect::Kind::send:
        return send(effect);
      case Effect::Kind::assign:
        return assign(effect);
      case Effect::Kind::assert_:
        emit({Op::assert_, evaluate(effect.value)});
        return;
      case Effect::Kind::require:
        guard(effect.value);
        return;
    }
  }

  void send(const Effect& effect) {
    const Register target = evaluate(effect.target);
    emit({Op::not_null, target});
    note_receivers(effect.target, target);
    std::vector<Register> values;
    for (const ExprId argument : effect.arguments) values.push_back(evaluate(argument));
    const Register first = next_;
    for (const Register value : values) emit({Op::move, fresh(), value, 0});
    emit({Op::send, first, target, narrow(effect.signal)});
  }

  void note_receivers(ExprId target, Register at) {
    const ClassId type = model_.expression(target).type.target;
    const bool is_known = at >= first_constant;
    for (ObjectId o = 0; o < model_.objects.size(); ++o)
      if (is_known ? program_.constants[at - first_constant] == Value{o}
                   : model_.objects[o].type == type)
        access_->receivers.insert(o);
  }

  void assign(const Effect& effect) {
    const Register value = evaluate(effect.value);
    const Expression& left = model_.expression(effect.target);
    const Place place = follow(left, left.path.size() - 1);
    const VarId var = left.path.back();
    note(access_->writes, place, var);
    if (place.object == none)
      emit({Op::store_of, value, place.at, table(place.type, var)});
    else
      store(layout_.variable(place.object, var), value);
  }

  void go(const Transition& transition) {
    const StateId target = transition.target;
    if (target != transition.source) {
      access_->writes.insert(cells_.state(self_));
      store(layout_.state(self_), constant(target));
    }
    const Field& deferred = layout_.queue(self_).deferred;
    if (deferred.width != 0 && model_.class_of(self_).states[target].flush == State::Flush::yes)
      store(deferred, constant(0));
  }

  const PackedLayout& layout_;
  const Model& model_;
  Program& program_;
  Cells cells_;
  std::map<Value, std::size_t> constants_;
  std::map<std::pair<ClassId, VarId>, std::size_t> tables_;
  ObjectId self_ = 0;
  Access* access_ = nullptr;
  Register next_ = 0;
};

}  // namespace

Program compile(const PackedLayout& layout, const Question& question) {
  const Model& model = layout.model();
  Program program;
  Compiler compiler(layout, program);
  for (ObjectId o = 0; o < model.objects.size(); ++o) {
    const Class& type = model.class_of(o);
    auto& of_object = program.transitions.emplace_back(type.states.size());
    for (TransitionId t = 0; t < type.transitions.size(); ++t)
      of_object[type.transitions[t].source].push_back(compiler.transition(o, t));
  }
  if (question.kind == Question::Kind::invariant)
    program.invariant = compiler.condition(question.invariant, program.invariant_access);
  return program;
}

}  // namespace arges::model::machines
