#pragma once

#include <chrono>
#include <memory>
#include <span>

#include "base/env.h"
#include "model/machines/question.h"
#include "model/machines/search/compiler.h"
#include "model/machines/search/processor.h"
#include "model/machines/search/state_store.h"

namespace arges::model::machines {

enum class Reduction : std::uint8_t {
  off,
  ample,  ///< of several events that are independent, one object's first
};

/// All configurations of a concrete model, breadth first, as rows of bytes: the search that is to
/// be fast. It shares no code with Execution, which checks what it finds.
class PackedSearch {
 public:
  /// Throws TooLarge.
  PackedSearch(Env& env, const Model& model, const Question& question, Reduction reduction);
  ~PackedSearch();
  PackedSearch(const PackedSearch&) = delete;
  PackedSearch& operator=(const PackedSearch&) = delete;

  struct Answer {
    enum class Kind : std::uint8_t { holds, violated, escaped } kind = Kind::holds;
    std::vector<Event> run = {};  ///< unless it holds; of escaped: the first into a full queue
  };
  Answer run();

  const PackedLayout& layout() const { return layout_; }
  const StateStore& states() const { return *states_; }
  /// The object that is the only one whose events were followed from there, or `none`.
  ObjectId expanded(std::uint32_t state) const;

 private:
  struct Step;
  struct ObjectCode;
  struct Batch;
  struct Misfit {
    SizeId size;
  };
  enum class Next : std::uint8_t { go_on, stop };

  void prepare();
  void repack(SizeId size);
  /// Calls `visit` with each event of an object in the row at hand and its fault; if it has none,
  /// the successor is in `to_`.
  template <typename Visit>
  Next events_of(const ObjectCode& object, const Visit& visit);
  void load(const std::uint8_t* row);
  SignalId head_of(const ObjectCode& object) const;

  Next expand(std::uint32_t state);
  Next expand_object(const ObjectCode& object, std::uint32_t state);
  ObjectId find_ample(std::uint32_t state);
  bool is_ample(const ObjectCode& object, std::uint32_t state);
  bool may_be_ample(const ObjectCode& object) const;
  bool violates_invariant();
  bool may_all_stay() const;
  bool is_forbidden(const Event& event, Fault fault) const;
  void note() const;
  void tell(std::uint32_t state);
  std::vector<Event> path_to(std::uint32_t state);
  Answer found(Answer::Kind kind, std::uint32_t state, std::optional<Event> last);

  Env& env_;
  const Model& model_;
  const Question& question_;
  const Reduction reduction_;
  PackedLayout layout_;
  Program program_;
  std::unique_ptr<Processor> processor_;
  std::unique_ptr<StateStore> states_;
  std::unique_ptr<Batch> batch_;
  std::vector<ObjectCode> objects_;
  std::vector<std::uint8_t> at_;  ///< the row that is expanded, with its tail
  std::vector<std::uint8_t> to_;
  std::vector<std::uint16_t> expanded_;  ///< by states, if there is a reduction
  std::uint64_t transitions_ = 0;
  std::uint32_t depth_ = 0;
  std::chrono::steady_clock::time_point last_told_ = std::chrono::steady_clock::now();
  std::optional<Event> last_event_ = {};  ///< that ended the search
  /// The first event that sends to a full queue, and where, if that is not asked about.
  struct Escape {
    std::uint32_t state = 0;
    Event event = {};
  };
  std::optional<Escape> escape_ = {};
};

}  // namespace arges::model::machines
