#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/domain/domain.h"

namespace arges::analysis {

/// Nodes by what their states say, in a tree: each inner place asks of one thing what a state says
/// about it, and has a branch for each answer and one for those that say nothing. A state is
/// covered by what goes its way or says nothing, so that few branches are searched however
/// different the nodes' masks are.
///
/// The states tell the `keys` of a state, ascending, and a `digest` of what it says about a key, if
/// it does say something; equal for equal answers. Whether a node covers `leq` decides.
template <typename States>
class AnswerTree {
 public:
  using Node = std::pair<NodeId, StateId>;

  bool is_empty() const { return size_ == 0; }

  void insert(const States& states, Node node) {
    ++size_;
    if (Branches* branches = branches_.get()) {
      branches->of(states, node.second).insert(states, node);
      return;
    }
    nodes_.push_back(node);
    if (nodes_.size() > most_nodes_) split(states);
  }

  /// Does nothing if the node is not there.
  bool remove(const States& states, Node node) {
    const bool is_gone = branches_ ? branches_->of(states, node.second).remove(states, node)
                                   : std::erase(nodes_, node) > 0;
    if (is_gone && --size_ == 0) *this = AnswerTree();
    return is_gone;
  }

  std::optional<NodeId> find(const States& states, StateId state,
                             const CoverIndex::Accept& accept) const {
    if (branches_) {
      if (const auto digest = states.digest(state, branches_->key)) {
        const auto branch = branches_->by_digest.find(*digest);
        if (branch != branches_->by_digest.end())
          if (const auto node = branch->second.find(states, state, accept)) return node;
      }
      return branches_->silent.find(states, state, accept);
    }
    for (const auto& [node, other] : nodes_)
      if (states.leq(state, other) && accept(node)) return node;
    return std::nullopt;
  }

 private:
  using Key = typename States::Key;

  struct Branches {
    Key key;
    std::unordered_map<std::size_t, AnswerTree> by_digest;
    AnswerTree silent;

    AnswerTree& of(const States& states, StateId state);
  };

  /// Asks about the key that leaves the fewest nodes to be searched, if one leaves any out.
  void split(const States& states) {
    std::vector<Key> keys;
    for (const auto& [node, state] : nodes_) {
      const auto own = states.keys(state);
      keys.insert(keys.end(), own.begin(), own.end());
    }
    std::sort(keys.begin(), keys.end(), States::is_before);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    std::optional<Key> best;
    std::size_t fewest = nodes_.size();
    for (const Key key : keys) {
      const std::size_t left = searched(states, key);
      if (left >= fewest) continue;
      fewest = left;
      best = key;
    }
    if (!best) {
      most_nodes_ *= 2;
      return;
    }
    branches_ = std::make_unique<Branches>(Branches{*best, {}, {}});
    for (const Node& node : std::exchange(nodes_, {}))
      branches_->of(states, node.second).insert(states, node);
  }

  /// The most nodes that a state is compared with if this key is asked about.
  std::size_t searched(const States& states, Key key) const {
    std::size_t silent = 0;
    std::size_t most = 0;
    std::unordered_map<std::size_t, std::size_t> answers;
    for (const auto& [node, state] : nodes_) {
      const std::optional<std::size_t> digest = states.digest(state, key);
      if (digest)
        most = std::max(most, ++answers[*digest]);
      else
        ++silent;
    }
    return silent + most;
  }

  std::size_t size_ = 0;
  std::vector<Node> nodes_;             ///< as long as there are few …
  std::size_t most_nodes_ = 16;         ///< … or all say the same
  std::unique_ptr<Branches> branches_;  ///< instead
};

template <typename States>
AnswerTree<States>& AnswerTree<States>::Branches::of(const States& states, StateId state) {
  const std::optional<std::size_t> digest = states.digest(state, key);
  return digest ? by_digest[*digest] : silent;
}

/// Covering by look-up, where a state says something about each member of a set, its mask, and
/// covers all that say the same about them. At a control point with few masks nodes are found by
/// their mask and then by what they say; where masks are many, in a tree.
///
/// Beside what a tree needs the states tell `mask_of` a state (a pointer to its one record) and
/// `restricted`, the state that says no more than a mask has, if there is such.
template <typename States>
class MaskedIndex : public CoverIndex {
 public:
  explicit MaskedIndex(const States& states) : states_(states) {}

  void insert(NodeId node, Control control, StateId state) override {
    places_[control].insert(states_, node, state);
  }
  void remove(NodeId node, Control control, StateId state) override {
    places_[control].remove(states_, node, state);
  }
  using CoverIndex::find;
  std::optional<NodeId> find(Control control, StateId state, const Accept& accept) const override {
    const auto place = places_.find(control);
    return place == places_.end() ? std::nullopt : place->second.find(states_, state, accept);
  }
  void clear() override { places_.clear(); }

 private:
  using Mask = typename States::Mask;
  static constexpr std::size_t most_buckets = 16;

  /// Nodes with one mask.
  struct Bucket {
    const Mask* mask;
    std::unordered_map<StateId, std::vector<NodeId>> nodes;
  };
  /// The nodes at a control point.
  struct Place {
    std::vector<Bucket> buckets;
    AnswerTree<States> tree;  ///< instead, until it is empty, once there were too many buckets

    auto bucket_of(const Mask* mask) {
      return std::find_if(buckets.begin(), buckets.end(),
                          [&](const Bucket& bucket) { return bucket.mask == mask; });
    }

    void insert(const States& states, NodeId node, StateId state) {
      if (!tree.is_empty()) return tree.insert(states, {node, state});
      const Mask* mask = states.mask_of(state);
      auto bucket = bucket_of(mask);
      if (bucket == buckets.end()) bucket = buckets.insert(buckets.end(), Bucket{mask, {}});
      bucket->nodes[state].push_back(node);
      if (buckets.size() > most_buckets) grow_tree(states);
    }

    void remove(const States& states, NodeId node, StateId state) {
      tree.remove(states, {node, state});
      const auto bucket = bucket_of(states.mask_of(state));
      if (bucket == buckets.end()) return;
      const auto found = bucket->nodes.find(state);
      if (found == bucket->nodes.end()) return;
      std::erase(found->second, node);
      if (found->second.empty()) bucket->nodes.erase(found);
      if (bucket->nodes.empty()) buckets.erase(bucket);
    }

    std::optional<NodeId> find(const States& states, StateId state, const Accept& accept) const {
      if (!tree.is_empty()) return tree.find(states, state, accept);
      const Mask* mask = states.mask_of(state);
      for (const Bucket& bucket : buckets) {
        const std::optional<StateId> key =
            bucket.mask == mask ? state : states.restricted(state, bucket.mask);
        if (!key) continue;
        const auto found = bucket.nodes.find(*key);
        if (found == bucket.nodes.end()) continue;
        const auto node = std::find_if(found->second.begin(), found->second.end(), accept);
        if (node != found->second.end()) return *node;
      }
      return std::nullopt;
    }

    void grow_tree(const States& states) {
      std::vector<std::pair<NodeId, StateId>> nodes;
      for (const Bucket& bucket : std::exchange(buckets, {}))
        for (const auto& [state, some] : bucket.nodes)
          for (const NodeId node : some) nodes.emplace_back(node, state);
      std::sort(nodes.begin(), nodes.end());  // the tables have an order of their own
      for (const auto& node : nodes) tree.insert(states, node);
    }
  };

  const States& states_;
  std::unordered_map<Control, Place> places_;
};

}  // namespace arges::analysis
