// The part of PackageParser that reads composites and adapters.
#include <fmt/format.h>

#include "frontend/gamma/gamma_dialect.h"
#include "frontend/gamma/package_parser.h"

namespace arges::frontend::gamma {

using syntax::SyntaxFailure;
using syntax::Token;

void PackageParser::component() {
  ComponentText result;
  result.annotations = annotations();
  const Token kind = tokens_.peek();
  const auto is = [&](std::string_view word, ComponentText::Kind meant) {
    if (tokens_.accept(word)) result.kind = meant;
    return kind.is(word);
  };
  if (!is("statechart", ComponentText::Kind::statechart) &&
      !is("sync", ComponentText::Kind::sync) && !is("cascade", ComponentText::Kind::cascade) &&
      !is("async", ComponentText::Kind::async) &&
      !is("scheduled-async", ComponentText::Kind::scheduled) &&
      !is("adapter", ComponentText::Kind::adapter))
    tokens_.fail_expected("a component", "'statechart', 'sync', 'cascade', 'adapter', …");
  result.name = name("the name of a component");
  result.parameters = parameters();
  if (result.kind == ComponentText::Kind::adapter) {
    tokens_.expect("of");
    tokens_.expect("component");
    result.instances.push_back(instance());
  } else if (accept_word("capacity")) {
    tokens_.expect("(");
    result.capacity = expression();
    tokens_.expect(")");
  }
  result.ports = ports();
  // With what could be read of the component, fewer names are missing elsewhere.
  tokens_.expect("{");
  if (result.kind == ComponentText::Kind::statechart)
    statechart(result);
  else if (result.kind == ComponentText::Kind::adapter)
    adapter(result);
  else
    composite(result);
  package_.components.push_back(std::move(result));
}

void PackageParser::composite(ComponentText& component) {
  while (!tokens_.at("}") && !tokens_.at_end()) {
    try {
      composite_item(component);
    } catch (const SyntaxFailure&) {
      tokens_.skip_to({"component", "bind", "channel", "execute", "initial"});
    }
  }
  tokens_.expect("}");
}

void PackageParser::composite_item(ComponentText& component) {
  if (tokens_.accept("component")) {
    component.instances.push_back(instance());
  } else if (tokens_.accept("bind")) {
    Binding result;
    result.port = name("a port of the component");
    tokens_.expect("->");
    result.target = port_reference();
    component.bindings.push_back(std::move(result));
  } else if (tokens_.at("channel")) {
    component.channels.push_back(channel());
  } else if (tokens_.accept("initial")) {
    tokens_.expect("execute");
    component.initial_execution = names("an instance");
  } else if (tokens_.accept("execute")) {
    component.execution = names("an instance");
  } else {
    tokens_.fail_expected("'component', 'bind', 'channel' or 'execute'");
  }
}

InstanceText PackageParser::instance() {
  InstanceText result;
  result.name = name("an instance");
  tokens_.expect(":");
  result.type = name("a component");
  if (tokens_.accept("(")) {
    if (!tokens_.at(")")) {
      do result.arguments.push_back(expression());
      while (tokens_.accept(","));
    }
    tokens_.expect(")");
  }
  return result;
}

PortReference PackageParser::port_reference() {
  PortReference result;
  result.instance = name("an instance");
  tokens_.expect(".");
  result.port = name("a port");
  return result;
}

ChannelText PackageParser::channel() {
  ChannelText result;
  result.location = here();
  tokens_.expect("channel");
  tokens_.expect("[");
  result.provider = port_reference();
  tokens_.expect("]");
  tokens_.expect("-o)-");
  tokens_.expect("[");
  do result.requirers.push_back(port_reference());
  while (tokens_.accept(","));
  tokens_.expect("]");
  return result;
}

std::vector<Name> PackageParser::names(std::string_view what) {
  std::vector<Name> result;
  do result.push_back(name(what));
  while (tokens_.accept(","));
  return result;
}

void PackageParser::adapter(ComponentText& component) {
  while (!tokens_.at("}") && !tokens_.at_end()) {
    try {
      adapter_item(component);
    } catch (const SyntaxFailure&) {
      tokens_.skip_to({"clock", "when", "queue"});
    }
  }
  tokens_.expect("}");
}

void PackageParser::adapter_item(ComponentText& component) {
  if (tokens_.accept("clock")) {
    component.clocks.push_back(name("a clock"));
    tokens_.expect("(");
    if (!accept_word("rate")) tokens_.fail_expected("'rate'");
    tokens_.expect("=");
    expression();
    if (!tokens_.accept("ms") && !tokens_.accept("s") && !tokens_.accept("h"))
      tokens_.fail_expected("a unit of time", "'ms', 's' or 'h'");
    tokens_.expect(")");
  } else if (tokens_.accept("when")) {
    component.rules.push_back(rule());
  } else if (tokens_.accept("queue")) {
    component.queues.push_back(queue());
  } else {
    tokens_.fail_expected("'clock', 'when' or 'queue'");
  }
}

RuleText PackageParser::rule() {
  RuleText result;
  result.pattern = pattern();
  tokens_.expect("/");
  if (!at_word("run"))
    refuse(fmt::format("'{}' of an adapter", tokens_.peek().text), "only '/ run' is");
  result.action = name("what to do");
  return result;
}

EventPattern PackageParser::pattern() {
  EventPattern result;
  if (tokens_.accept("any")) return result;
  result.port = name("a port or a clock");
  result.kind = EventPattern::Kind::clock;
  if (!tokens_.accept(".")) return result;
  if (tokens_.accept("any")) {
    result.kind = EventPattern::Kind::port;
  } else {
    result.kind = EventPattern::Kind::event;
    result.event = name("an event");
  }
  return result;
}

QueueText PackageParser::queue() {
  QueueText result;
  result.name = name("a queue");
  tokens_.expect("(");
  do {
    const Token setting = tokens_.expect_name("a setting of the queue");
    tokens_.expect("=");
    if (setting.text == "priority")
      result.priority = expression();
    else if (setting.text == "capacity")
      result.capacity = expression();
    else if (setting.text == "discard")
      result.discard = name("'incoming' or 'oldest'");
    else
      tokens_.error(setting, fmt::format("a queue has no setting '{}'", setting.text),
                    "'priority', 'capacity' and 'discard'");
  } while (tokens_.accept(","));
  tokens_.expect(")");
  tokens_.expect("{");
  while (!tokens_.at("}")) {
    result.patterns.push_back(pattern());
    if (tokens_.at("->")) refuse("'->' in a queue", "connect the ports by a channel");
    if (!tokens_.accept(",")) break;
  }
  tokens_.expect("}");
  return result;
}

}  // namespace arges::frontend::gamma
