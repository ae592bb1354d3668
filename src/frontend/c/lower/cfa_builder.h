#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ir/context.h"
#include "model/cfa/cfa.h"

namespace arges::frontend::c {

/// Builds a control flow automaton along a program: statements are collected until the edge that
/// has them is complete.
class CfaBuilder {
 public:
  using Location = std::uint32_t;

  explicit CfaBuilder(ir::Context& context) : context_(context) {}

  /// A new location; the name gets a number if others have it.
  Location add(const std::string& name, SourceLocation place,
               model::CfaLocation::Kind kind = model::CfaLocation::Kind::normal);
  /// Adds to the edge that is being built.
  void append(ir::Stmt statement) { pending_.push_back(statement); }
  void mark(SourceLocation location) {
    if (!location_) location_ = location;
  }
  /// Completes the edge and goes on from there.
  void go_to(Location target);
  /// The same with an edge that enters a function, or leaves it.
  void enter(Location target, const std::string& function);
  void leave_function(Location target);
  /// The same with one that ends in a letter.
  void end_letter(Location target);
  /// Goes on at a location that the edge being built does not lead to.
  void continue_at(Location location);
  /// Completes an edge that leaves here; what is collected afterwards starts anew.
  void leave(ir::Expr condition, Location target, SourceLocation location);
  Location here() const { return here_; }
  bool has_pending() const { return !pending_.empty(); }
  std::size_t num_edges() const { return edges_.size(); }

  /// The automaton from `initial` on, without what can't be reached in it. The locations that the
  /// map names get their places in it; those that went are taken out.
  model::Cfa finish(Location initial, const std::vector<ir::Var>& variables,
                    std::map<std::string, Location>& kept);

 private:
  ir::Context& context_;
  std::vector<model::CfaLocation> locations_;
  std::vector<model::CfaEdge> edges_;
  std::map<std::string, std::uint32_t> names_;
  Location here_ = 0;
  std::vector<ir::Stmt> pending_;
  SourceLocation location_;
};

}  // namespace arges::frontend::c
