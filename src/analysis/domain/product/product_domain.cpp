#include "analysis/domain/product/product_domain.h"

#include <algorithm>
#include <unordered_map>

#include "base/invariant.h"

namespace arges::analysis {

ProductDomain::ProductDomain(std::vector<Domain*> components, ProductRefiner& refiner)
    : components_(std::move(components)), refiner_(refiner), formulas_(components_.size()) {
  INVARIANT(!components_.empty(), "a product should have components");
}

StateId ProductDomain::intern(Parts parts) {
  std::size_t hash = 0;
  for (const StateId part : parts) hash = hash_combine(hash, part);
  const auto equal = [&](const State& other) { return other.parts == parts; };
  const auto make = [&]() -> const State* {
    return &states_.emplace_back(
        State{hash, static_cast<StateId>(states_.size()), std::move(parts)});
  };
  return table_.intern(hash, equal, make)->id;
}

std::vector<StateId> ProductDomain::intern_all(std::vector<Parts> tuples) {
  std::vector<StateId> result;
  result.reserve(tuples.size());
  for (Parts& tuple : tuples) result.push_back(intern(std::move(tuple)));
  return result;
}

ir::Expr ProductDomain::others(const Parts& parts, std::size_t component) const {
  std::vector<ir::Expr> known;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (i != component) known.push_back(formula(i, parts[i]));
  return known.empty() ? ir::Expr() : ir::and_(known);
}

ir::Expr ProductDomain::formula(std::size_t component, StateId part) const {
  std::vector<ir::Expr>& known = formulas_[component];
  if (part >= known.size()) known.resize(part + 1);
  if (!known[part]) known[part] = components_[component]->to_expr(part);
  return known[part];
}

std::vector<StateId> ProductDomain::initial(const Action& start, Precision& precision) {
  std::vector<Parts> tuples{{}};
  for (Domain* component : components_) {
    const std::vector<StateId> states = component->initial(start, precision);
    std::vector<Parts> longer;
    for (const Parts& tuple : tuples)
      for (const StateId state : states) {
        longer.push_back(tuple);
        longer.back().push_back(state);
      }
    tuples = std::move(longer);
  }
  return intern_all(std::move(tuples));
}

namespace {

/// A path of tuples as one component sees it.
class ComponentPath : public Path {
 public:
  ComponentPath(const Path& path, std::function<StateId(StateId)> part)
      : path_(path), part_(std::move(part)) {}
  void for_each_state(const std::function<void(StateId)>& visit) const override {
    path_.for_each_state([&](StateId state) { visit(part_(state)); });
  }

 private:
  const Path& path_;
  std::function<StateId(StateId)> part_;
};

class NoPath : public Path {
 public:
  void for_each_state(const std::function<void(StateId)>&) const override {}
};

}  // namespace

std::vector<StateId> ProductDomain::post(const PostQuery& query) {
  static const NoPath no_path;
  const Parts before = parts(query.state);
  std::vector<Parts> tuples{{}};
  for (std::size_t i = 0; i < components_.size(); ++i) {
    const ComponentPath path(query.path == nullptr ? no_path : *query.path,
                             [&](StateId state) { return parts(state)[i]; });
    const ir::Expr known = others(before, i);
    std::vector<Parts> longer;
    for (const Parts& tuple : tuples) {
      const ir::Expr found = others(tuple, components_.size());
      for (const StateId state :
           components_[i]->post({before[i], query.action, query.precision, &path, known, found})) {
        longer.push_back(tuple);
        longer.back().push_back(state);
      }
    }
    tuples = std::move(longer);
  }
  return intern_all(std::move(tuples));
}

bool ProductDomain::leq(StateId a, StateId b) const {
  for (std::size_t i = 0; i < components_.size(); ++i)
    if (!components_[i]->leq(parts(a)[i], parts(b)[i])) return false;
  return true;
}

ir::Expr ProductDomain::to_expr(StateId state) const {
  return others(parts(state), components_.size());
}

std::string ProductDomain::to_string(StateId state) const {
  std::string result;
  for (std::size_t i = 0; i < components_.size(); ++i) {
    const std::string part = components_[i]->to_string(parts(state)[i]);
    if (!result.empty() && !part.empty()) result += "; ";
    result += part;
  }
  return result;
}

/// Groups of nodes that are alike in one component are found by its index, and the nodes of a
/// group, once they are many, by the indices of the components behind it.
class ProductCoverIndex : public CoverIndex {
 public:
  explicit ProductCoverIndex(const ProductDomain& domain, std::size_t component = 0)
      : domain_(domain),
        component_(component),
        index_(domain.components_[component]->make_cover_index()) {}

  void insert(NodeId node, Control control, StateId state) override {
    group_for(control, part(state)).insert(*this, node, control, state);
  }

  void remove(NodeId node, Control control, StateId state) override {
    const auto entry = ids_.find(key(control, part(state)));
    if (entry == ids_.end()) return;
    Group& group = groups_[entry->second];
    group.remove(node, control, state);
    if (!group.is_empty()) return;
    group = {};
    index_->remove(entry->second, control, part(state));
    unused_.push_back(entry->second);
    ids_.erase(entry);
  }

  using CoverIndex::find;
  std::optional<NodeId> find(Control control, StateId state, const Accept& accept) const override {
    const auto in_group = [&](GroupId group) {
      return groups_[group].find(domain_, control, state, accept);
    };
    const auto group = index_->find(control, part(state),
                                    [&](GroupId some) { return in_group(some).has_value(); });
    return group ? in_group(*group) : std::nullopt;
  }

  void clear() override {
    ids_.clear();
    groups_.clear();
    unused_.clear();
    index_->clear();
  }

 private:
  /// In the component's index groups stand for nodes.
  using GroupId = NodeId;
  /// More nodes than that are not compared one by one.
  static constexpr std::size_t most_compared = 8;

  struct Group {
    std::vector<std::pair<NodeId, StateId>> few;
    std::unique_ptr<ProductCoverIndex> many;  ///< instead, if there are

    bool is_empty() const { return few.empty() && (!many || many->ids_.empty()); }
    void insert(const ProductCoverIndex& index, NodeId node, Control control, StateId state) {
      if (!many) few.emplace_back(node, state);
      if (!many && few.size() > most_compared && !index.is_last()) {
        many = std::make_unique<ProductCoverIndex>(index.domain_, index.component_ + 1);
        for (const auto& [other, its_state] : few) many->insert(other, control, its_state);
        few.clear();
      } else if (many) {
        many->insert(node, control, state);
      }
    }
    void remove(NodeId node, Control control, StateId state) {
      if (many)
        many->remove(node, control, state);
      else
        std::erase(few, std::pair(node, state));
    }
    std::optional<NodeId> find(const ProductDomain& domain, Control control, StateId state,
                               const Accept& accept) const {
      if (many) return many->find(control, state, accept);
      for (const auto& [node, other] : few)
        if (domain.leq(state, other) && accept(node)) return node;
      return std::nullopt;
    }
  };

  bool is_last() const { return component_ + 1 == domain_.components_.size(); }
  StateId part(StateId state) const { return domain_.parts(state)[component_]; }
  static std::uint64_t key(Control control, StateId part) {
    return static_cast<std::uint64_t>(control) << 32U | part;
  }
  Group& group_for(Control control, StateId part) {
    const auto [entry, is_new] = ids_.try_emplace(key(control, part), 0);
    if (is_new) {
      if (unused_.empty()) {
        unused_.push_back(static_cast<GroupId>(groups_.size()));
        groups_.emplace_back();
      }
      entry->second = unused_.back();
      unused_.pop_back();
      index_->insert(entry->second, control, part);
    }
    return groups_[entry->second];
  }

  const ProductDomain& domain_;
  std::size_t component_;
  std::unique_ptr<CoverIndex> index_;  ///< of the component
  std::unordered_map<std::uint64_t, GroupId> ids_;
  std::deque<Group> groups_;
  std::vector<GroupId> unused_;
};

std::unique_ptr<CoverIndex> ProductDomain::make_cover_index() const {
  return std::make_unique<ProductCoverIndex>(*this);
}

void ProductDomain::refine(Precision& precision, const Refutation& refutation,
                           std::span<const Control> controls, Effort effort) {
  refiner_.refine(precision, refutation, controls, effort);
}

void ProductDomain::start_over() {
  for (Domain* component : components_) component->start_over();
}

}  // namespace arges::analysis
