#include "output/promela.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "model/machines/concrete_evaluator.h"
#include "output/promela_expression.h"

namespace arges::output {

namespace {

using namespace model::machines;  // NOLINT(google-build-using-namespace): all is about these
using Faults = std::vector<PromelaFault>;

/// The variable that fails when this is asserted: its name tells why.
const char* assertion_of(Fault fault) {
  switch (fault) {
    case Fault::assertion:
      return "assertion_holds";
    case Fault::overflow:
      return "no_overflow";
    case Fault::division_by_zero:
      return "no_division_by_zero";
    case Fault::bad_shift:
      return "no_bad_shift";
    case Fault::null_reference:
      return "no_null_reference";
    default:
      return "queue_has_room";
  }
}

/// Whether a name occurs in a text as a word.
bool mentions(const std::string& text, const std::string& name) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
    if ((at == 0 || !is_part(text[at - 1])) &&
        (at + name.size() == text.size() || !is_part(text[at + name.size()])))
      return true;
  return false;
}

/// The queue of an object as arrays: deferred messages first.
struct Queue {
  std::string name = {};
  std::uint32_t size = 0;  ///< 0: nothing is ever sent there
  std::uint32_t capacity = 0;
  bool defers = false;
  std::vector<std::string> types = {};  ///< of the arguments

  std::string head() const { return defers ? name + "_deferred" : "0"; }
  std::string not_empty() const {
    return defers ? fmt::format("{0}_length > {0}_deferred", name)
                  : fmt::format("{}_length > 0", name);
  }
  std::string signal() const { return fmt::format("{}_signal[{}]", name, head()); }
  std::string argument(std::size_t i) const { return fmt::format("{}_arg{}[{}]", name, i, head()); }
};

/// What an event does once nothing is wrong.
struct Push {
  std::string condition;
  ObjectId receiver;
  SignalId signal;
  std::vector<std::string> arguments;
};

class PromelaWriter {
 public:
  PromelaWriter(const Model& model, const Question& question)
      : model_(model), question_(question), plain_(model) {
    for (ObjectId o = 0; o < model.objects.size(); ++o) queues_.push_back(queue_of(o));
    if (question.kind == Question::Kind::invariant) {
      Faults faults;
      const std::string holds = plain_.evaluate(0, question.invariant, faults);
      invariant_ = faults.empty() ? holds : fmt::format("({} || {})", promela_any(faults), holds);
    }
  }

  std::string write(const std::string& title) {
    std::string processes;
    for (ObjectId o = 0; o < model_.objects.size(); ++o) processes += process(o);
    return fmt::format("/* {}\n   Each d_step is one event of one object. */\n", title) +
           declarations() + processes + initially();
  }

 private:
  Queue queue_of(ObjectId object) const {
    Queue result;
    const Class& type = model_.class_of(object);
    result.name = promela_name(model_.objects[object].name);
    result.capacity = type.capacity;
    bool sends_itself = false;
    for (const Class& sender : model_.classes)
      for (const Transition& transition : sender.transitions)
        for (const Effect& effect : transition.effects) {
          if (effect.kind != Effect::Kind::send ||
              model_.expression(effect.target).type.target != model_.objects[object].type)
            continue;
          sends_itself = sends_itself || &sender == &type;
          result.size = type.capacity;
          const auto& parameters = model_.signals[effect.signal].parameters;
          for (std::size_t i = 0; i < parameters.size(); ++i) {
            const char* own = parameters[i].is_int() ? "int" : "byte";
            if (i == result.types.size()) result.types.emplace_back(own);
            if (parameters[i].is_int()) result.types[i] = "int";
          }
        }
    // A message to oneself is there before the one that is taken has left.
    if (result.size != 0 && sends_itself) ++result.size;
    for (const State& state : type.states) result.defers = result.defers || !state.defers.empty();
    result.defers = result.defers && result.size != 0;
    return result;
  }

  std::string declarations() const {
    std::string result = "\n/* Signals. */\n";
    for (SignalId s = 0; s < model_.signals.size(); ++s)
      if (model_.signals[s].origin == Signal::Origin::system)
        result += fmt::format("#define {} {}\n", signal_name(s), s + 1);
    result +=
        "\n/* What fails an assertion: none of these is ever true. */\nhidden byte "
        "assertion_holds, "
        "message_is_kept, queue_has_room, invariant_holds,\n  no_overflow, no_division_by_zero, "
        "no_bad_shift, no_null_reference;\n";
    std::string temporaries = "k";
    for (std::size_t i = 0; i < temporaries_; ++i) temporaries += fmt::format(", t{}", i);
    result += fmt::format("hidden int {};\n", temporaries);
    for (ObjectId o = 0; o < model_.objects.size(); ++o) result += object_declarations(o);
    return result;
  }

  std::string object_declarations(ObjectId object) const {
    const Class& type = model_.class_of(object);
    std::string result = fmt::format("\n/* {} : {} */\n", model_.objects[object].name, type.name);
    if (shows_state(object))
      result += fmt::format("byte {} = {};\n", promela_state(model_, object), type.initial);
    for (VarId var = 0; var < type.variables.size(); ++var) {
      if (plain_.is_constant(object, var) || plain_.is_temporary(object, var)) continue;
      const Type& of = type.variables[var].type;
      const Value initial = model_.objects[object].initial[var];
      result += fmt::format("{} {} = {};\n",
                            of.is_int()    ? "int"
                            : of.is_bool() ? "bool"
                                           : "byte",
                            PromelaValues::variable_name(model_, object, var),
                            of.is_reference() ? initial + 1 : initial);
    }
    const Queue& queue = queues_[object];
    if (queue.size == 0) return result;
    result += fmt::format("byte {}_length;\n", queue.name);
    if (queue.defers)
      result += fmt::format("byte {}_deferred; /* the first so many wait for another state */\n",
                            queue.name);
    result += fmt::format("byte {}_signal[{}];\n", queue.name, queue.size);
    for (std::size_t i = 0; i < queue.types.size(); ++i)
      result += fmt::format("{} {}_arg{}[{}];\n", queue.types[i], queue.name, i, queue.size);
    return result + take(queue);
  }

  /// Removes the first message that is not deferred; what is free is 0.
  static std::string take(const Queue& queue) {
    std::vector<std::string> arrays{queue.name + "_signal"};
    for (std::size_t i = 0; i < queue.types.size(); ++i)
      arrays.push_back(fmt::format("{}_arg{}", queue.name, i));
    std::string result = fmt::format("inline {}_take() {{\n", queue.name);
    const std::uint32_t last = queue.size - 1;
    if (queue.defers) {
      result += fmt::format("  k = {}_deferred;\n  do\n  :: k < {} ->", queue.name, last);
      for (const std::string& array : arrays) result += fmt::format(" {0}[k] = {0}[k + 1];", array);
      result += " k++\n  :: else -> break\n  od;\n";
    } else {
      for (std::uint32_t i = 0; i < last; ++i) {
        result += " ";
        for (const std::string& array : arrays)
          result += fmt::format(" {0}[{1}] = {0}[{2}];", array, i, i + 1);
        result += "\n";
      }
    }
    result += " ";
    for (const std::string& array : arrays) result += fmt::format(" {}[{}] = 0;", array, last);
    return result + fmt::format(" {}_length--\n}}\n", queue.name);
  }

  /// No inline, whose arguments can't be conditional expressions in spin 6.
  std::string put(const Push& push) const {
    const Queue& queue = queues_[push.receiver];
    std::string result =
        fmt::format("{0}_signal[{0}_length] = {1}; ", queue.name, signal_name(push.signal));
    for (std::size_t i = 0; i < push.arguments.size(); ++i)
      result += fmt::format("{0}_arg{1}[{0}_length] = {2}; ", queue.name, i, push.arguments[i]);
    return result + queue.name + "_length++";
  }

  bool shows_state(ObjectId object) const {
    return mentions(invariant_, promela_state(model_, object));
  }
  std::string signal_name(SignalId signal) const {
    return "sig_" + promela_name(model_.signals[signal].name);
  }
  /// Spin knows what begins with "end".
  std::string label(ObjectId object, StateId state) const {
    const State& of = model_.class_of(object).states[state];
    return fmt::format("{}_{}_{}", of.end == State::End::allowed ? "end" : "at", state,
                       promela_name(of.name));
  }

  std::string process(ObjectId object) {
    const Class& type = model_.class_of(object);
    std::string result = fmt::format("\nactive proctype object_{}() {{\n",
                                     promela_name(model_.objects[object].name));
    if (type.initial != 0) result += fmt::format("  goto {};\n", label(object, type.initial));
    for (StateId state = 0; state < type.states.size(); ++state) {
      std::string options;
      for (const Transition& transition : type.transitions)
        if (transition.source == state) options += transition_options(object, transition);
      options += message_options(object, state);
      result += fmt::format("{}: /* {} */\n", label(object, state), type.states[state].name);
      result += options.empty() ? "  false;\n" : fmt::format("  if\n{}  fi;\n", options);
    }
    return result + "}\n";
  }

  std::string option(const std::string& condition, const std::string& body, ObjectId object,
                     StateId next) const {
    return fmt::format("  :: d_step {{ {} -> {} }}; goto {}\n",
                       condition.empty() ? "true" : condition, body, label(object, next));
  }

  /// What the transition waits for, and the variables after it came.
  std::string receive(ObjectId object, const Transition& transition, PromelaValues& values) const {
    if (!transition.trigger) return "";
    const Trigger& trigger = *transition.trigger;
    if (model_.signals[trigger.signal].origin == Signal::Origin::external) return "";
    const Queue& queue = queues_[object];
    if (queue.size == 0) return "false";
    for (std::size_t i = 0; i < trigger.parameters.size() && i < queue.types.size(); ++i)
      values.set(object, trigger.parameters[i], queue.argument(i));
    return promela_and(queue.defers ? queue.not_empty() : "",
                       fmt::format("{} == {}", queue.signal(), signal_name(trigger.signal)));
  }
  bool takes_message(const Transition& transition) const {
    return transition.trigger &&
           model_.signals[transition.trigger->signal].origin == Signal::Origin::system;
  }

  std::string transition_options(ObjectId object, const Transition& transition) {
    PromelaValues values(model_);
    const std::string trigger = receive(object, transition, values);
    if (trigger == "false") return "";
    Faults faults;
    std::string guard;
    if (transition.guard != none) guard = values.evaluate(object, transition.guard, faults);
    std::string enabled = promela_and(
        trigger, faults.empty() ? guard : promela_and(promela_not(promela_any(faults)), guard));
    std::string result = fmt::format("  /* {} */\n", transition.label);
    for (PromelaFault& one : faults) one.condition = promela_and(trigger, one.condition);
    Faults later;
    std::vector<Push> pushes;
    const std::string chosen =
        apply(object, transition, transition.effects.size(), values, later, pushes);
    for (const PromelaFault& one : later)
      faults.push_back({one.fault, promela_and(enabled, one.condition)});
    if (!later.empty()) enabled = promela_and(enabled, promela_not(promela_any(later)));
    enabled = promela_and(enabled, chosen);
    const std::string body = actions(object, transition, values, pushes);
    return result + fault_options(object, transition.source, faults) +
           option(enabled, body, object, transition.target);
  }

  /// So many effects; returns what the choices between them need. Faults behind a choice are those
  /// of its way only.
  std::string apply(ObjectId object, const Transition& transition, std::size_t count,
                    PromelaValues& values, Faults& faults, std::vector<Push>& pushes) const {
    std::string chosen;
    for (std::size_t i = 0; i < count; ++i) {
      const Effect& effect = transition.effects[i];
      const std::size_t before = faults.size();
      std::string holds;
      if (effect.kind == Effect::Kind::require)
        holds = values.evaluate(object, effect.value, faults);
      else
        apply(object, transition, effect, values, faults, pushes);
      for (std::size_t j = before; j < faults.size(); ++j)
        faults[j].condition = promela_and(chosen, faults[j].condition);
      chosen = promela_and(chosen, holds);
    }
    return chosen;
  }

  void apply(ObjectId object, const Transition& transition, const Effect& effect,
             PromelaValues& values, Faults& faults, std::vector<Push>& pushes) const {
    if (effect.kind == Effect::Kind::assert_) {
      const std::string holds = values.evaluate(object, effect.value, faults);
      faults.push_back({Fault::assertion, promela_not(holds)});
    }
    if (effect.kind == Effect::Kind::assign) {
      const std::string value = values.evaluate(object, effect.value, faults);
      const Expression& left = model_.expression(effect.target);
      for (const PromelaObject& one : values.follow(object, left, left.path.size() - 1, faults)) {
        const std::string before = values.get(one.object, left.path.back());
        values.set(one.object, left.path.back(),
                   one.condition.empty()
                       ? value
                       : fmt::format("({} -> {} : {})", one.condition, value, before));
      }
    }
    if (effect.kind != Effect::Kind::send) return;
    const std::string target = values.evaluate(object, effect.target, faults);
    const auto receivers =
        values.objects(target, model_.expression(effect.target).type.target, "", faults);
    std::vector<std::string> arguments;
    for (const ExprId argument : effect.arguments)
      arguments.push_back(values.evaluate(object, argument, faults));
    const std::size_t before = pushes.size();
    for (const PromelaObject& one : receivers) {
      std::string length = queues_[one.object].name + "_length";
      for (std::size_t i = 0; i < before; ++i)
        if (pushes[i].receiver == one.object)
          length += pushes[i].condition.empty()
                        ? " + 1"
                        : fmt::format(" + ({} -> 1 : 0)", pushes[i].condition);
      if (one.object == object && takes_message(transition)) length += " - 1";
      faults.push_back({Fault::queue_full,
                        promela_and(one.condition, fmt::format("{} >= {}", length,
                                                               queues_[one.object].capacity))});
      pushes.push_back({one.condition, one.object, effect.signal, arguments});
    }
  }

  /// Options for what goes wrong: the first that does decides.
  std::string fault_options(ObjectId object, StateId state, const Faults& faults) const {
    std::string result;
    Faults before;
    for (const PromelaFault& one : faults) {
      const bool fails = question_.ends_at(one.fault);
      // In a deadlock nothing can happen, not even something that ends the run.
      if (fails || question_.kind == Question::Kind::deadlock)
        result += option(
            promela_and(one.condition, before.empty() ? "" : promela_not(promela_any(before))),
            fails ? fmt::format("assert({})", assertion_of(one.fault)) : "skip", object, state);
      before.push_back(one);
    }
    return result;
  }

  std::string actions(ObjectId object, const Transition& transition, const PromelaValues& values,
                      const std::vector<Push>& pushes) {
    std::vector<std::string> result;
    for (const Push& push : pushes) {
      result.push_back(push.condition.empty()
                           ? put(push)
                           : fmt::format("if :: {} -> {} :: else fi", push.condition, put(push)));
    }
    for (std::string& one : assignments(values)) result.push_back(std::move(one));
    const Queue& queue = queues_[object];
    if (takes_message(transition)) result.push_back(queue.name + "_take()");
    const State& target = model_.class_of(object).states[transition.target];
    if (queue.defers && target.flush == State::Flush::yes)
      result.push_back(queue.name + "_deferred = 0");
    if (shows_state(object) && transition.target != transition.source)
      result.push_back(fmt::format("{} = {}", promela_state(model_, object), transition.target));
    if (!invariant_.empty())
      result.push_back(
          fmt::format("if :: !({}) -> assert(invariant_holds) :: else fi", invariant_));
    return result.empty() ? "skip" : fmt::format("{}", fmt::join(result, "; "));
  }

  /// All at once: what is assigned is in terms of what was there before.
  std::vector<std::string> assignments(const PromelaValues& values) {
    std::vector<std::pair<std::string, std::string>> stored;
    for (const auto& [place, value] : values.changed()) {
      if (values.is_temporary(place.first, place.second)) continue;
      const std::string name = PromelaValues::variable_name(model_, place.first, place.second);
      if (name != value) stored.emplace_back(name, value);
    }
    std::vector<std::string> first;
    std::vector<std::string> then;
    for (const auto& [name, value] : stored) {
      const bool depends = std::any_of(stored.begin(), stored.end(), [&](const auto& other) {
        return other.first != name && mentions(value, other.first);
      });
      if (depends) {
        const std::string temporary = fmt::format("t{}", first.size());
        first.push_back(fmt::format("{} = {}", temporary, value));
        then.push_back(fmt::format("{} = {}", name, temporary));
      } else {
        then.push_back(fmt::format("{} = {}", name, value));
      }
    }
    temporaries_ = std::max(temporaries_, first.size());
    first.insert(first.end(), then.begin(), then.end());
    return first;
  }

  /// What a transition needs once its message is there, or that something goes wrong.
  std::string needs(ObjectId object, const Transition& transition, PromelaValues& values) const {
    const auto or_faulty = [](const Faults& faults, const std::string& condition) {
      return faults.empty() ? condition : fmt::format("({} || {})", promela_any(faults), condition);
    };
    Faults faults;
    std::string result;
    if (transition.guard != none) result = values.evaluate(object, transition.guard, faults);
    if (transition.deciding() > 0) {
      Faults later;
      std::vector<Push> pushes;
      const std::string chosen =
          apply(object, transition, transition.deciding(), values, later, pushes);
      result = promela_and(result, or_faulty(later, chosen));
    }
    return result.empty() ? result : or_faulty(faults, result);
  }

  /// Messages that nothing takes are lost, or deferred.
  std::string message_options(ObjectId object, StateId state) const {
    const Queue& queue = queues_[object];
    if (queue.size == 0) return "";
    std::string idle;
    for (const Transition& transition : model_.class_of(object).transitions) {
      const bool is_external = transition.trigger && !takes_message(transition);
      if (transition.source != state || is_external) continue;
      PromelaValues values(model_);
      const std::string trigger = receive(object, transition, values);
      const std::string enabled = promela_and(trigger, needs(object, transition, values));
      if (enabled.empty()) return "";  // it always goes on
      idle = promela_and(idle, promela_not(enabled));
    }
    std::string deferred;
    for (const SignalId signal : model_.class_of(object).states[state].defers)
      deferred += fmt::format("{}{} == {}", deferred.empty() ? "" : " || ", queue.signal(),
                              signal_name(signal));
    std::string result;
    const std::string waiting = promela_and(queue.not_empty(), idle);
    if (!deferred.empty())
      result += option(promela_and(waiting, "(" + deferred + ")"), queue.name + "_deferred++",
                       object, state);
    const bool is_asked = question_.kind == Question::Kind::implicit;
    return "  /* a message is " + std::string(deferred.empty() ? "" : "deferred or ") +
           "lost */\n" + result +
           option(deferred.empty() ? waiting : promela_and(waiting, promela_not(deferred)),
                  is_asked ? "assert(message_is_kept)" : queue.name + "_take()", object, state);
  }

  /// Invariants are asserted behind events; before the first one, here.
  std::string initially() const {
    if (question_.kind != Question::Kind::invariant) return "";
    const ConcreteEvaluator evaluator(model_);
    const Execution execution(model_, evaluator);
    const Resolution nothing;
    FixedChooser chooser(nothing);
    if (!violates(execution, question_, execution.initial(), chooser)) return "";
    return "\ninit { assert(invariant_holds) }\n";
  }

  const Model& model_;
  const Question& question_;
  PromelaValues plain_;
  std::vector<Queue> queues_;
  std::string invariant_;
  std::size_t temporaries_ = 0;
};

}  // namespace

std::string promela(const Model& model, const Question& question, const std::string& title) {
  return PromelaWriter(model, question).write(title);
}

}  // namespace arges::output
