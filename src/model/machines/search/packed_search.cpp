#include "model/machines/search/packed_search.h"

#include <algorithm>
#include <cstring>

#include "base/invariant.h"
#include "model/machines/search/locality.h"

namespace arges::model::machines {

/// A transition, with what is needed to try it and no more.
struct PackedSearch::Step {
  std::uint32_t guard = none;
  std::uint32_t effects = 0;
  SignalId signal = none;  ///< of the message that it needs
  TransitionId transition = 0;
  CompiledTransition::Trigger trigger = CompiledTransition::Trigger::nothing;
  bool writes_tail = false;  ///< the guard does
};

struct PackedSearch::ObjectCode {
  ObjectId number = 0;
  Field state = {};
  PackedQueue queue = {};
  std::vector<std::vector<Step>> steps = {};   ///< by states
  std::vector<std::vector<bool>> defers = {};  ///< by states and signals
  std::vector<bool> may_end = {};              ///< by states
  std::vector<bool> is_local = {};             ///< by states
};

/// Successors that wait: each is looked up so much later than it was made that the memory it needs
/// has come. They are looked up in the order they were made in.
struct PackedSearch::Batch {
  static constexpr std::uint32_t capacity = 32;
  explicit Batch(std::uint32_t row_bytes) : rows(std::size_t{capacity} * row_bytes) {}

  void push(StateStore& states, const std::uint8_t* row, std::uint32_t parent) {
    const std::uint32_t bytes = states.row_bytes();
    std::memcpy(&rows[std::size_t{count} * bytes], row, bytes);
    hashes[count] = StateStore::hash(row, bytes);
    parents[count] = parent;
    states.prefetch_place(hashes[count]);
    if (++count == capacity) flush(states);
  }
  void flush(StateStore& states) {
    states.reserve(capacity);
    for (std::uint32_t i = 0; i < count; ++i) states.prefetch_row(hashes[i]);
    for (std::uint32_t i = 0; i < count; ++i)
      states.add(&rows[std::size_t{i} * states.row_bytes()], hashes[i], parents[i]);
    count = 0;
  }

  std::vector<std::uint8_t> rows;
  std::uint64_t hashes[capacity] = {};
  std::uint32_t parents[capacity] = {};
  std::uint32_t count = 0;
};

PackedSearch::PackedSearch(Env& env, const Model& model, const Question& question,
                           Reduction reduction)
    : env_(env), model_(model), question_(question), reduction_(reduction), layout_(model) {
  if (model.objects.size() >= UINT16_MAX) throw TooLarge("there are too many objects");
  prepare();
}

PackedSearch::~PackedSearch() = default;

/// Everything that depends on how many bytes numbers have.
void PackedSearch::prepare() {
  program_ = compile(layout_, question_);
  processor_ = std::make_unique<Processor>(layout_, program_);
  batch_ = std::make_unique<Batch>(layout_.row_bytes());
  at_.assign(layout_.buffer_bytes(), 0);
  to_ = at_;
  objects_.clear();
  const auto is_local = local_states(model_, program_);
  for (ObjectId o = 0; o < model_.objects.size(); ++o) {
    ObjectCode& code = objects_.emplace_back();
    code.number = o;
    code.state = layout_.state(o);
    code.queue = layout_.queue(o);
    code.is_local = is_local[o];
    for (const auto& of_state : program_.transitions[o]) {
      auto& steps = code.steps.emplace_back();
      for (const CompiledTransition& from : of_state) {
        const auto& trigger = model_.class_of(o).transitions[from.event.transition].trigger;
        steps.push_back({from.guard, from.effects,
                         from.trigger == CompiledTransition::Trigger::message ? from.signal : none,
                         from.event.transition, from.trigger,
                         trigger && !trigger->parameters.empty()});
      }
    }
    for (const State& state : model_.class_of(o).states) {
      auto& defers = code.defers.emplace_back(model_.signals.size());
      for (const SignalId signal : state.defers) defers[signal] = true;
      code.may_end.push_back(state.end == State::End::allowed);
    }
  }
}

/// Gives a number more bytes and writes all rows again, each at its place.
void PackedSearch::repack(SizeId size) {
  const PackedLayout old = layout_;
  const std::unique_ptr<StateStore> from = std::move(states_);
  layout_.widen(size);
  prepare();
  states_ = std::make_unique<StateStore>(layout_.row_bytes());
  SizeId misfit = none;
  for (std::uint32_t i = 0; i < from->size(); ++i) {
    if (i % 1024 == 0) env_.limits.check();
    const auto row = layout_.encode(old.decode(from->row(i)), misfit);
    INVARIANT(row, "what fitted should fit into more bytes");
    states_->add(row->data(), StateStore::hash(row->data(), layout_.row_bytes()), from->parent(i));
  }
}

void PackedSearch::load(const std::uint8_t* row) {
  std::memcpy(at_.data(), row, layout_.row_bytes());
  std::copy(layout_.tail().begin(), layout_.tail().end(), at_.begin() + layout_.row_bytes());
}

SignalId PackedSearch::head_of(const ObjectCode& object) const {
  const PackedQueue& queue = object.queue;
  if (queue.length.width == 0) return none;
  const Value length = read_number(&at_[queue.length.offset], queue.length.width);
  const Value deferred = queue.deferred.width == 0
                             ? 0
                             : read_number(&at_[queue.deferred.offset], queue.deferred.width);
  if (length == deferred) return none;
  const std::size_t at = queue.first + static_cast<std::size_t>(deferred) * queue.message_size;
  return static_cast<SignalId>(read_number(&at_[at], queue.signal.width) - 1);
}

template <typename Visit>
PackedSearch::Next PackedSearch::events_of(const ObjectCode& object, const Visit& visit) {
  using Status = Processor::Status;
  const auto state =
      static_cast<StateId>(read_number(&at_[object.state.offset], object.state.width));
  const SignalId head = head_of(object);
  bool is_idle = true;
  for (const Step& step : object.steps[state]) {
    if (step.signal != none && step.signal != head) continue;
    Status status = Status::done;
    if (step.guard != none) status = processor_->run(step.guard, at_.data());
    if (status == Status::done) {
      std::memcpy(to_.data(), at_.data(), to_.size());
      status = processor_->run(step.effects, to_.data());
    }
    if (step.writes_tail)
      std::copy(layout_.tail().begin(), layout_.tail().end(), at_.begin() + layout_.row_bytes());
    if (status == Status::disabled) continue;
    if (status == Status::misfit) throw Misfit{processor_->misfit()};
    if (step.trigger != CompiledTransition::Trigger::environment) is_idle = false;
    const Fault fault = status == Status::faulty ? processor_->fault() : Fault::nothing;
    if (visit(Event{Event::Kind::transition, object.number, step.transition}, fault) == Next::stop)
      return Next::stop;
  }
  if (head == none || !is_idle) return Next::go_on;
  std::memcpy(to_.data(), at_.data(), to_.size());
  if (object.defers[state][head]) {
    const Field& deferred = object.queue.deferred;
    write_number(&to_[deferred.offset], deferred.width,
                 read_number(&at_[deferred.offset], deferred.width) + 1);
    return visit(Event{Event::Kind::defer, object.number, 0}, Fault::nothing);
  }
  processor_->pop(object.number, to_.data());
  return visit(Event{Event::Kind::implicit, object.number, 0}, Fault::nothing);
}

bool PackedSearch::is_forbidden(const Event& event, Fault fault) const {
  return question_.asks_for(fault) ||
         (event.kind == Event::Kind::implicit && question_.kind == Question::Kind::implicit);
}

PackedSearch::Next PackedSearch::expand_object(const ObjectCode& object, std::uint32_t state) {
  return events_of(object, [&](const Event& event, Fault fault) {
    ++transitions_;
    if (is_forbidden(event, fault)) {
      last_event_ = event;
      return Next::stop;
    }
    // Nobody knows how that goes on, but another run may violate what is asked.
    if (fault == Fault::queue_full && !escape_) escape_ = {state, event};
    if (fault == Fault::nothing) batch_->push(*states_, to_.data(), state);
    return Next::go_on;
  });
}

bool PackedSearch::violates_invariant() {
  return processor_->run(program_.invariant, at_.data()) == Processor::Status::done &&
         !processor_->result();
}

bool PackedSearch::may_all_stay() const {
  return std::all_of(objects_.begin(), objects_.end(), [this](const ObjectCode& object) {
    return object.may_end[static_cast<std::size_t>(
        read_number(&at_[object.state.offset], object.state.width))];
  });
}

/// What no event of another object can change: the object is in a state with local transitions, and
/// no message can make it do anything else before it moves.
bool PackedSearch::may_be_ample(const ObjectCode& object) const {
  const auto state =
      static_cast<StateId>(read_number(&at_[object.state.offset], object.state.width));
  if (!object.is_local[state] || object.steps[state].empty()) return false;
  const bool is_sent_to = object.queue.length.width != 0;
  const SignalId head = head_of(object);
  return std::none_of(object.steps[state].begin(), object.steps[state].end(), [&](const Step& one) {
    return one.signal != none && is_sent_to && (head == none || head == one.signal);
  });
}

bool PackedSearch::is_ample(const ObjectCode& object, std::uint32_t state) {
  if (!may_be_ample(object)) return false;
  bool stays_enabled = object.queue.length.width == 0;
  bool is_later = false;
  const Next next = events_of(object, [&](const Event& event, Fault fault) {
    if (fault != Fault::nothing || event.kind != Event::Kind::transition) return Next::stop;
    const auto& trigger = model_.class_of(object.number).transitions[event.transition].trigger;
    if (!trigger) stays_enabled = true;
    const auto found = states_->find(to_.data(), StateStore::hash(to_.data(), layout_.row_bytes()));
    if (!found || *found > state) is_later = true;
    return Next::go_on;
  });
  return next == Next::go_on && stays_enabled && is_later;
}

/// Of the objects whose events will do, the first.
ObjectId PackedSearch::find_ample(std::uint32_t state) {
  if (reduction_ == Reduction::off) return none;
  for (const ObjectCode& object : objects_)
    if (is_ample(object, state)) return object.number;
  return none;
}

PackedSearch::Next PackedSearch::expand(std::uint32_t state) {
  load(states_->row(state));
  if (question_.kind == Question::Kind::invariant && violates_invariant()) return Next::stop;
  const ObjectId ample = find_ample(state);
  if (ample != none) {
    if (expand_object(objects_[ample], state) == Next::stop) return Next::stop;
  } else {
    const std::uint64_t before = transitions_;
    for (const ObjectCode& object : objects_)
      if (expand_object(object, state) == Next::stop) return Next::stop;
    if (question_.kind == Question::Kind::deadlock && transitions_ == before && !may_all_stay())
      return Next::stop;
  }
  if (reduction_ != Reduction::off)
    expanded_.push_back(ample == none ? UINT16_MAX : static_cast<std::uint16_t>(ample));
  return Next::go_on;
}

ObjectId PackedSearch::expanded(std::uint32_t state) const {
  if (reduction_ == Reduction::off || expanded_[state] == UINT16_MAX) return none;
  return expanded_[state];
}

/// By looking for the events between a state and its parent again.
std::vector<Event> PackedSearch::path_to(std::uint32_t state) {
  std::vector<Event> result;
  for (; states_->parent(state) != none; state = states_->parent(state)) {
    load(states_->row(states_->parent(state)));
    std::optional<Event> found;
    for (const ObjectCode& object : objects_) {
      if (found) break;
      events_of(object, [&](const Event& event, Fault fault) {
        if (fault != Fault::nothing ||
            std::memcmp(to_.data(), states_->row(state), layout_.row_bytes()) != 0)
          return Next::go_on;
        found = event;
        return Next::stop;
      });
    }
    INVARIANT(found, "an event should lead from a state to its successor");
    result.push_back(*found);
  }
  std::reverse(result.begin(), result.end());
  return result;
}

/// The run to a state, and on by an event.
PackedSearch::Answer PackedSearch::found(Answer::Kind kind, std::uint32_t state,
                                         std::optional<Event> last) {
  note();
  Answer result{kind, path_to(state)};
  if (last) result.run.push_back(*last);
  return result;
}

/// With -v, a line a second.
void PackedSearch::tell(std::uint32_t state) {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_told_ < std::chrono::seconds(1)) return;
  last_told_ = now;
  env_.log.detail("explicit: {} configurations, {} of them expanded, depth {}, {} MB",
                  states_->size(), state, depth_, states_->memory() >> 20U);
}

void PackedSearch::note() const {
  env_.statistics.counter("explicit::states").set(states_->size());
  env_.statistics.counter("explicit::transitions").set(transitions_);
  env_.statistics.counter("explicit::depth").set(depth_);
  env_.statistics.counter("explicit::row_bytes").set(layout_.row_bytes());
  env_.statistics.counter("explicit::bytes_per_state").set(states_->memory() / states_->size());
}

PackedSearch::Answer PackedSearch::run() {
  const Model& model = model_;
  Configuration initial;
  for (const Object& object : model.objects)
    initial.objects.push_back({model.classes[object.type].initial, object.initial, {}, {}});
  SizeId misfit = none;
  const auto first = layout_.encode(initial, misfit);
  INVARIANT(first, "initial values should fit");
  states_ = std::make_unique<StateStore>(layout_.row_bytes());
  states_->add(first->data(), StateStore::hash(first->data(), layout_.row_bytes()), none);
  std::uint32_t level_end = 1;
  for (std::uint32_t state = 0; state < states_->size(); ++state) {
    if (state % 4096 == 0) {
      env_.limits.check();
      note();
      tell(state);
    }
    const std::uint64_t before = transitions_;
    try {
      if (expand(state) == Next::stop) return found(Answer::Kind::violated, state, last_event_);
    } catch (const Misfit& misfitting) {
      batch_->flush(*states_);
      repack(misfitting.size);
      transitions_ = before;
      --state;
      continue;
    }
    if (state + 1 == level_end || state + 1 == states_->size()) batch_->flush(*states_);
    if (state + 1 == level_end && level_end < states_->size()) {
      level_end = states_->size();
      ++depth_;
    }
  }
  if (escape_) return found(Answer::Kind::escaped, escape_->state, escape_->event);
  note();
  return {};
}

}  // namespace arges::model::machines
