// The part of SmReader that reads classes: variables, states, transitions and effects.
#include "frontend/machines/sm_reader.h"

namespace arges::frontend::machines {

using model::machines::Effect;
using model::machines::State;
using syntax::SyntaxFailure;

void SmReader::class_() {
  ClassText result;
  result.name = name("a class");
  tokens_.expect("{");
  while (!tokens_.at("}") && !tokens_.at_end()) {
    try {
      class_item(result);
    } catch (const SyntaxFailure&) {
      tokens_.skip_to({"state", "initial", "final", "choice", "queue", "int", "bool"});
      if (tokens_.at_end()) break;
    }
  }
  tokens_.expect("}");
  file_.classes.push_back(std::move(result));
}

void SmReader::class_item(ClassText& type) {
  if (tokens_.at_any({"initial", "final", "noflush", "state", "choice"})) {
    type.states.push_back(state());
  } else if (tokens_.accept("queue")) {
    type.capacity = expressions_.expression();
    tokens_.expect(";");
  } else if (at_type()) {
    VariableText first = variable();
    for (;;) {
      bounds(first);
      if (tokens_.accept("=")) first.value = expressions_.expression();
      type.variables.push_back(first);
      if (!tokens_.accept(",")) break;
      first = {first.type, name("a variable"), no_node};
    }
    tokens_.expect(";");
  } else {
    tokens_.fail_expected("a variable, 'queue', 'state' or 'choice'");
  }
}

void SmReader::bounds(VariableText& variable) {
  if (!tokens_.accept("in")) return;
  variable.least = expressions_.expression();
  tokens_.expect("..");
  variable.largest = expressions_.expression();
}

StateText SmReader::state() {
  const syntax::TokenStream::Level level(tokens_, syntax::TokenStream::Level::Weight::whole);
  StateText result;
  for (;;) {
    if (tokens_.accept("initial"))
      result.initial = StateText::Initial::yes;
    else if (tokens_.accept("final"))
      result.end = State::End::allowed;
    else if (tokens_.accept("noflush"))
      result.flush = State::Flush::no;
    else
      break;
  }
  const bool is_stayed_in = result.end == State::End::allowed || result.flush == State::Flush::no;
  if (is_stayed_in && tokens_.at("choice"))
    tokens_.fail_expected("'state'", "a choice is passed through, it is no state");
  if (tokens_.accept("choice")) {
    result.kind = StateText::Kind::choice;
    result.flush = State::Flush::no;
  } else {
    tokens_.expect("state");
  }
  result.name = name("a state");
  if (tokens_.accept(";")) return result;
  tokens_.expect("{");
  state_body(result);
  tokens_.expect("}");
  return result;
}

void SmReader::state_body(StateText& state) {
  while (!tokens_.at("}") && !tokens_.at_end()) {
    try {
      state_item(state);
    } catch (const SyntaxFailure&) {
      tokens_.skip_to({"on", "defer", "entry", "exit", "state", "initial", "final", "choice", "["});
    }
  }
}

void SmReader::state_item(StateText& state) {
  if (tokens_.accept("defer")) {
    do state.defers.push_back(name("a signal"));
    while (tokens_.accept(","));
    tokens_.expect(";");
  } else if (tokens_.accept("entry")) {
    state.entry = effects();
  } else if (tokens_.accept("exit")) {
    state.exit = effects();
  } else if (tokens_.at_any({"initial", "final", "noflush", "state", "choice"})) {
    state.children.push_back(this->state());
  } else if (tokens_.at_any({"on", "[", "->", "else"})) {
    for (TransitionText& one : transitions()) state.transitions.push_back(std::move(one));
  } else {
    tokens_.fail_expected("'on', '[', '->', 'defer', 'entry', 'exit' or 'state'");
  }
}

void SmReader::trigger(TransitionText& transition) {
  transition.location = tokens_.location();
  transition.signal = name("a signal");
  if (!tokens_.accept("(")) return;
  if (!tokens_.at(")")) {
    do {
      TransitionText::Parameter parameter;
      if (at_type()) parameter.type = type();
      parameter.name = name("a variable that the argument is put into");
      transition.parameters.push_back(std::move(parameter));
    } while (tokens_.accept(","));
  }
  tokens_.expect(")");
}

/// One for each signal: `on a, b -> X;` is `on a -> X; on b -> X;`.
std::vector<TransitionText> SmReader::transitions() {
  std::vector<TransitionText> triggered;
  TransitionText result;
  result.location = tokens_.location();
  if (tokens_.accept("on")) {
    do trigger(triggered.emplace_back());
    while (tokens_.accept(","));
    triggered.front().location = result.location;
  }
  if (tokens_.accept("else")) {
    result.guard_kind = TransitionText::Guard::otherwise;
  } else if (tokens_.accept("[")) {
    if (tokens_.at("else"))
      tokens_.fail_expected("a condition",
                            "'else' stands without brackets: on SIGNAL else -> STATE");
    result.guard = expressions_.expression();
    if (tokens_.at("=")) tokens_.fail_expected("']'", "values are compared by '=='");
    tokens_.expect("]");
  }
  if (tokens_.accept("->")) {
    result.target = name("the state that the transition leads to");
    while (tokens_.accept(".")) result.target.text += "." + name("a state inside").text;
  }
  tokens_.accept("/");
  if (tokens_.at("{"))
    result.effects = effects();
  else
    tokens_.expect(";");
  if (triggered.empty()) return {std::move(result)};
  for (TransitionText& one : triggered) {
    TransitionText whole = result;
    whole.location = one.location;
    whole.signal = std::move(one.signal);
    whole.parameters = std::move(one.parameters);
    one = std::move(whole);
  }
  return triggered;
}

std::vector<EffectText> SmReader::effects() {
  std::vector<EffectText> result;
  tokens_.expect("{");
  while (!tokens_.at("}") && !tokens_.at_end()) {
    try {
      result.push_back(effect());
    } catch (const SyntaxFailure&) {
      tokens_.skip_to({";"});
      tokens_.accept(";");
    }
  }
  tokens_.expect("}");
  return result;
}

EffectText SmReader::effect() {
  EffectText result;
  result.location = tokens_.location();
  if (tokens_.accept("send")) {
    result.kind = Effect::Kind::send;
    result.signal = name("a signal");
    if (tokens_.accept("(")) {
      if (!tokens_.at(")")) {
        do result.arguments.push_back(expressions_.expression());
        while (tokens_.accept(","));
      }
      tokens_.expect(")");
    }
    const bool to_nobody = receiver_ == Receiver::optional && !tokens_.at("to");
    if (!to_nobody) {
      tokens_.expect("to");
      result.target = expressions_.expression();
    }
  } else if (tokens_.accept("assert")) {
    result.kind = Effect::Kind::assert_;
    result.value = expressions_.expression();
  } else {
    result.target = expressions_.expression();
    if (tokens_.accept("+="))
      result.update = EffectText::Update::add;
    else if (tokens_.accept("-="))
      result.update = EffectText::Update::subtract;
    else
      tokens_.expect("=");
    result.value = expressions_.expression();
  }
  const bool is_last = receiver_ == Receiver::optional && tokens_.at_end();
  if (!is_last) tokens_.expect(";");
  return result;
}

}  // namespace arges::frontend::machines
