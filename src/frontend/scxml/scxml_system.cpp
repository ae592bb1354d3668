#include "frontend/scxml/scxml_system.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "frontend/scxml/scxml_further_events.h"
#include "frontend/scxml/scxml_inference.h"
#include "frontend/scxml/scxml_machine.h"
#include "model/statechart/prepare.h"

namespace arges::frontend::scxml {

using model::statechart::Component;
using model::statechart::Direction;
using model::statechart::EventId;
using model::statechart::MachineId;
using model::statechart::System;

namespace {

/// Where <send> sends to another machine of the same system.
constexpr std::string_view session_prefix = "#_scxml_";

/// Takes the machines of a system through the steps of reading together.
class SystemReader {
 public:
  SystemReader(ir::Context& context, const ScxmlOptions& options, const Limits* limits)
      : context_(context), options_(options), limits_(limits), types_(context) {}

  System read(const SourcePtr& source) {
    auto document = std::make_unique<Document>(source);
    sources_.push_back(source);
    const Element root = document->root();
    const bool is_system = root.is_own("system");
    if (is_system)
      read_machines(root, source);
    else
      add_machine(std::move(document), "");
    throw_if_errors();
    if (is_system) read_channels(root);
    throw_if_errors();
    finish();
    System system = is_system ? compose(root) : model::statechart::single(take_machine(0));
    if (!is_system) system.name = system.machines.front().nodes.front().name;
    system.sources = std::move(sources_);
    system.enumerations = types_.enumerations();
    system.time_step = time_step_;
    std::stable_sort(warnings_.begin(), warnings_.end(), [](const auto& a, const auto& b) {
      return a.location.source == b.location.source && a.location.offset < b.location.offset;
    });
    system.warnings = std::move(warnings_);
    return system;
  }

 private:
  /// From an output of one machine to an input of another, by names.
  struct Link {
    MachineId from = 0;
    std::string event;
    std::string target;  ///< as <send> writes it
    MachineId to = 0;
    std::string as;
    SourceLocation location = {};
  };
  struct Output {
    std::string event;
    std::string target;
    SourceLocation location;
  };

  void throw_if_errors() const { diagnostics_.throw_if_errors(); }

  void add_machine(std::unique_ptr<Document> document, const std::string& name) {
    Draft& draft = drafts_.emplace_back();
    draft.document = std::move(document);
    draft.reader = std::make_unique<ContentReader>(diagnostics_, warnings_, limits_);
    draft.machine.name = name;
    read_outline(draft, types_, options_.rules);
    if (!diagnostics_.has_errors()) declare_variables(draft, types_);
  }

  void read_machines(const Element& root, const SourcePtr& source);
  void read_machine(const Element& element, const SourcePtr& source);
  void read_channels(const Element& root);
  void read_channel(const Element& element);
  std::optional<MachineId> machine(const Element& element, std::string_view attribute);
  static std::vector<Output> outputs(const Draft& draft);
  void add_sends();
  void finish();
  void unify_parameters();
  void find_time_step();
  model::statechart::Machine take_machine(MachineId id) { return std::move(drafts_[id].machine); }
  System compose(const Element& root);

  ir::Context& context_;
  const ScxmlOptions& options_;
  const Limits* limits_;
  Types types_;
  Diagnostics diagnostics_;
  std::vector<System::Warning> warnings_;
  std::vector<SourcePtr> sources_;
  std::deque<Draft> drafts_;
  std::vector<SourceLocation> locations_;  ///< of the machines, in the system file
  std::vector<Link> links_;
  std::uint32_t time_step_ = 0;
};

void SystemReader::read_machines(const Element& root, const SourcePtr& source) {
  root.check_attributes({"name"}, {}, diagnostics_);
  for (const Element& child : root.children()) {
    if (child.is_own("machine")) {
      read_machine(child, source);
    } else if (!child.is_own("channel")) {
      diagnostics_.error(child.location(),
                         fmt::format("{} has no place inside of {}", child.label(), root.label()));
    }
  }
  if (drafts_.empty() && !diagnostics_.has_errors())
    diagnostics_.error(root.location(), "the system has no machines");
}

void SystemReader::read_machine(const Element& element, const SourcePtr& source) {
  element.check_attributes({"id", "src"}, {}, diagnostics_);
  const std::optional<Text> id = element.attribute("id");
  const std::optional<Text> src = element.attribute("src");
  if (!id || !src || id->value.empty())
    return diagnostics_.error(
        element.location(), fmt::format("{} needs the attributes 'id' and 'src'", element.label()));
  for (const Draft& other : drafts_)
    if (other.machine.name == id->value)
      return diagnostics_.error(id->location(),
                                fmt::format("the machine '{}' is given twice", id->value));
  const std::filesystem::path folder = std::filesystem::path(source->name()).parent_path();
  try {
    SourcePtr text = read_source((folder / src->value).string());
    // Kept first: what is wrong in it is told when all have been read.
    sources_.push_back(text);
    auto document = std::make_unique<Document>(std::move(text));
    locations_.push_back(element.location());
    add_machine(std::move(document), id->value);
  } catch (const UsageError& error) {
    diagnostics_.error(src->location(), error.what(), "paths start at the folder of the system");
  } catch (const InputError& error) {
    for (const Diagnostic& one : error.diagnostics())
      diagnostics_.error(one.location, one.message, one.hint);
  }
}

std::vector<SystemReader::Output> SystemReader::outputs(const Draft& draft) {
  std::vector<Output> result;
  draft.for_each_block([&](const Items& items, const Draft::Transition*) {
    for_each_item(items, [&](const Item& item) {
      if (item.kind != Item::Kind::raise || item.direction != Direction::output) return;
      const bool is_known = std::any_of(result.begin(), result.end(), [&](const Output& one) {
        return one.event == item.event && one.target == item.target;
      });
      if (!is_known) result.push_back({item.event, item.target, item.location});
    });
  });
  return result;
}

/// What is sent to a machine by its name needs no channel.
void SystemReader::add_sends() {
  for (MachineId from = 0; from < drafts_.size(); ++from) {
    for (const Output& output : outputs(drafts_[from])) {
      if (!output.target.starts_with(session_prefix)) continue;
      const std::string name = output.target.substr(session_prefix.size());
      const auto to = std::find_if(drafts_.begin(), drafts_.end(),
                                   [&](const Draft& draft) { return draft.machine.name == name; });
      if (to == drafts_.end()) {
        syntax::Suggestion suggestion(name);
        for (const Draft& draft : drafts_) suggestion.consider(draft.machine.name);
        diagnostics_.error(output.location, fmt::format("the system has no machine '{}'", name),
                           suggestion.hint());
        continue;
      }
      links_.push_back({from, output.event, output.target,
                        static_cast<MachineId>(to - drafts_.begin()), output.event,
                        output.location});
    }
  }
}

std::optional<MachineId> SystemReader::machine(const Element& element, std::string_view attribute) {
  const std::optional<Text> name = element.attribute(attribute);
  if (!name) {
    diagnostics_.error(element.location(),
                       fmt::format("{} needs the attribute '{}'", element.label(), attribute));
    return {};
  }
  syntax::Suggestion suggestion(name->value);
  for (MachineId id = 0; id < drafts_.size(); ++id) {
    if (drafts_[id].machine.name == name->value) return id;
    suggestion.consider(drafts_[id].machine.name);
  }
  diagnostics_.error(name->location(), fmt::format("the system has no machine '{}'", name->value),
                     suggestion.hint());
  return {};
}

void SystemReader::read_channels(const Element& root) {
  add_sends();
  for (const Element& child : root.children())
    if (child.is_own("channel")) read_channel(child);
}

void SystemReader::read_channel(const Element& element) {
  element.check_attributes({"from", "event", "to", "as"}, {}, diagnostics_);
  const std::optional<MachineId> from = machine(element, "from");
  const std::optional<MachineId> to = machine(element, "to");
  const std::optional<Text> event = element.attribute("event");
  const std::optional<Text> as = element.attribute("as");
  if (!event)
    diagnostics_.error(element.location(),
                       fmt::format("{} needs the attribute 'event'", element.label()));
  if (!from || !to || !event) return;
  bool is_sent = false;
  syntax::Suggestion suggestion(event->value);
  for (const Output& output : outputs(drafts_[*from])) {
    suggestion.consider(output.event);
    if (output.event != event->value || output.target.starts_with(session_prefix)) continue;
    is_sent = true;
    links_.push_back({*from, output.event, output.target, *to, as ? as->value : event->value,
                      element.location()});
  }
  if (!is_sent)
    diagnostics_.error(event->location(),
                       fmt::format("'{}' sends no event '{}' to the outside",
                                   drafts_[*from].machine.name, event->value),
                       suggestion.best().empty()
                           ? "a <send> with a target or a type of its own does"
                           : suggestion.hint());
}

void SystemReader::finish() {
  for (MachineId id = 0; id < drafts_.size(); ++id) {
    std::vector<std::string> received;
    for (const Link& link : links_)
      if (link.to == id) received.push_back(link.as);
    collect_events(drafts_[id], types_, received);
  }
  const std::vector<std::vector<std::string>> further = further_events(drafts_, options_);
  for (MachineId id = 0; id < drafts_.size(); ++id)
    add_further_events(drafts_[id], types_, further[id]);
  // A second round sees what the first one found out.
  for (int round = 0; round < 2; ++round)
    for (Draft& draft : drafts_) {
      unify_parameters();
      infer_types(draft, types_);
    }
  unify_parameters();
  throw_if_errors();
  for (Draft& draft : drafts_) build_machine(context_, draft, types_);
  throw_if_errors();
  find_time_step();
}

/// What a channel connects carries the same, in the same order.
void SystemReader::unify_parameters() {
  // Along a chain of machines it takes a round a link.
  for (std::size_t round = 0; round < links_.size(); ++round) {
    for (const Link& link : links_) {
      Alphabet& from = drafts_[link.from].alphabet;
      Alphabet& to = drafts_[link.to].alphabet;
      const EventId sent = from.find(link.event, Direction::output, link.target);
      const EventId taken = to.find(link.as, Direction::input);
      for (const auto& one : std::vector<Alphabet::Parameter>(from.parameters(sent)))
        types_.unify(to.parameter(types_, taken, one.name).slot, one.slot);
      for (const auto& one : std::vector<Alphabet::Parameter>(to.parameters(taken)))
        types_.unify(from.parameter(types_, sent, one.name).slot, one.slot);
      for (auto* parameters : {&from.parameters(sent), &to.parameters(taken)})
        std::sort(parameters->begin(), parameters->end(),
                  [](const auto& a, const auto& b) { return a.name < b.name; });
    }
  }
}

void SystemReader::find_time_step() {
  std::int64_t step = 0;
  for (const Draft& draft : drafts_)
    draft.for_each_block([&](const Items& items, const Draft::Transition*) {
      for_each_item(items, [&](const Item& item) { step = std::gcd(step, item.delay); });
    });
  time_step_ = static_cast<std::uint32_t>(step);
}

System SystemReader::compose(const Element& root) {
  System system;
  const std::optional<Text> name = root.attribute("name");
  const std::filesystem::path file = sources_.front()->name();
  system.name = name ? name->value : file.stem().string();
  Component whole{.kind = Component::Kind::asynchronous, .name = system.name};
  whole.location = root.location();
  for (const Link& link : links_) {
    const EventId sent =
        drafts_[link.from].alphabet.find(link.event, Direction::output, link.target);
    const EventId taken = drafts_[link.to].alphabet.find(link.as, Direction::input);
    whole.channels.push_back({{link.from, sent}, {link.to, taken}});
  }
  for (MachineId id = 0; id < drafts_.size(); ++id) {
    Component leaf{.kind = Component::Kind::machine, .name = drafts_[id].machine.name};
    leaf.machine = id;
    leaf.location = locations_[id];
    whole.children.push_back(id);
    system.components.push_back(std::move(leaf));
    system.machines.push_back(take_machine(id));
  }
  system.components.push_back(std::move(whole));
  return system;
}

}  // namespace

System read_system(ir::Context& context, const SourcePtr& source, const ScxmlOptions& options,
                   const Limits* limits) {
  return SystemReader(context, options, limits).read(source);
}

}  // namespace arges::frontend::scxml
