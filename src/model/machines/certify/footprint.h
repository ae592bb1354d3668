#pragma once

#include <set>
#include <utility>

#include "model/machines/model.h"

namespace arges::model::machines {

/// What the events of objects have to do with each other, as a certificate's checker sees it: read
/// off the model's expressions, not off the code of the search.
class Footprints {
 public:
  /// The condition is that of a question about configurations, or `none`.
  Footprints(const Model& model, ExprId condition);

  /// The transition of that object reads nothing that another object writes, writes nothing that
  /// another one or the condition reads or another one writes, and nobody else sends to whom it
  /// sends.
  bool is_local(ObjectId object, TransitionId transition) const;
  /// Whether some event sends to the object.
  bool is_sent_to(ObjectId object) const;

 private:
  /// (object, variable); the control state is variable `none`.
  using Place = std::pair<ObjectId, VarId>;
  struct Footprint {
    std::set<Place> reads = {};
    std::set<Place> writes = {};
    std::set<ObjectId> receivers = {};
  };
  void find_written();
  Footprint footprint(ObjectId self, const Transition& transition) const;
  void read(ObjectId self, ExprId expression, std::set<Place>& reads) const;
  std::set<ObjectId> walk(ObjectId self, const Expression& path, std::size_t references,
                          std::set<Place>& reads) const;
  std::set<ObjectId> objects(ObjectId self, ExprId reference) const;
  std::set<ObjectId> values(const Place& reference) const;

  const Model& model_;
  std::set<std::pair<ClassId, VarId>> written_;
  std::vector<std::vector<Footprint>> transitions_;  ///< by objects
  std::set<Place> condition_;
};

}  // namespace arges::model::machines
