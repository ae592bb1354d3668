#include "analysis/domain/product/product_domain.h"

#include <algorithm>
#include <unordered_map>

#include "base/invariant.h"

namespace arges::analysis {

ProductDomain::ProductDomain(std::vector<Domain*> components, ProductRefiner& refiner)
    : components_(std::move(components)), refiner_(refiner) {
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
    if (i != component) known.push_back(components_[i]->to_expr(parts[i]));
  return known.empty() ? ir::Expr() : ir::and_(known);
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

/// Looks nodes up by their first component, then compares the others.
class ProductCoverIndex : public CoverIndex {
 public:
  explicit ProductCoverIndex(const ProductDomain& domain)
      : domain_(domain), first_(domain.components_.front()->make_cover_index()) {}
  void insert(NodeId node, Control control, StateId state) override {
    states_[node] = state;
    first_->insert(node, control, domain_.parts(state).front());
  }
  void remove(NodeId node, Control control, StateId state) override {
    states_.erase(node);
    first_->remove(node, control, domain_.parts(state).front());
  }
  using CoverIndex::find;
  std::optional<NodeId> find(Control control, StateId state, const Accept& accept) const override {
    return first_->find(control, domain_.parts(state).front(), [&](NodeId node) {
      return domain_.leq(state, states_.at(node)) && accept(node);
    });
  }
  void clear() override {
    states_.clear();
    first_->clear();
  }

 private:
  const ProductDomain& domain_;
  std::unique_ptr<CoverIndex> first_;
  std::unordered_map<NodeId, StateId> states_;
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
