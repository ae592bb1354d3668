#include "synth/parallel/parallel_spec.h"

#include <algorithm>

#include <fmt/format.h>

namespace arges::synth {

using output::JsonCursor;

namespace {

constexpr const char* pattern_names[] = {"absence", "existence", "universality", "precedence",
                                         "response"};
static_assert(std::size(pattern_names) == num_patterns);
constexpr const char* scope_names[] = {"globally", "before", "after", "between", "after-until"};
static_assert(std::size(scope_names) == num_scopes);
constexpr const char* verdict_names[] = {"satisfied", "violated"};

void read_property(const JsonCursor& spec, ParallelRequest& request) {
  const auto property = spec.optional_member("property");
  if (!property) return;
  constexpr const char* members[] = {"verdict", "patterns", "scopes", "depth", "locality"};
  require_known(*property, members);
  request.verdict = static_cast<Verdict>(choice_or(*property, "verdict", verdict_names, 0));
  for (const std::size_t i : choices_of(*property, "patterns", pattern_names))
    request.patterns.push_back(static_cast<Pattern>(i));
  // What all actions must be like does not hold of the further ones that components get.
  if (std::find(request.patterns.begin(), request.patterns.end(), Pattern::universality) !=
      request.patterns.end())
    property->member("patterns")
        .fail("properties of the pattern universality are not interruptible",
              "absence, existence, precedence, response");
  for (const std::size_t i : choices_of(*property, "scopes", scope_names))
    request.scopes.push_back(static_cast<Scope>(i));
  if (const auto depth = property->optional_member("depth")) {
    if (request.verdict != Verdict::violated)
      depth->fail("a property that is satisfied has no depth", "set \"verdict\": \"violated\"");
    constexpr const char* bounds[] = {"more_than", "at_most"};
    require_known(*depth, bounds);
    DepthInterval interval;
    interval.more_than = number_or(*depth, "more_than", 0, 0, 1000);
    interval.at_most = number_or(*depth, "at_most", 1000, 1, 1000);
    if (interval.more_than >= interval.at_most) depth->fail("no depth is in this interval");
    request.depth = interval;
  }
  if (const auto local = property->optional_member("locality")) {
    request.shape.decomposition.local = number_or(*property, "locality", 1, 1, 250);
    if (*request.shape.decomposition.local > request.shape.components)
      local->fail("more components than there are can't know the property");
  }
}

/// With one common action a context can't keep a component from going astray.
void require_shared(const JsonCursor& spec, const ParallelRequest& request) {
  const auto extension = spec.optional_member("extension");
  const bool fits = request.verdict == Verdict::violated || request.shape.components == 1 ||
                    request.shape.decomposition.extension.shared_actions > 1;
  if (fits || !extension) return;
  extension->member("shared_actions")
      .fail("components of a property that is satisfied share two actions or more",
            "set \"shared_actions\": 2, or ask for a violated property");
}

/// That a component matters to a satisfied property is shown along a chain.
void require_chain(const JsonCursor& spec, const ParallelRequest& request) {
  if (request.verdict == Verdict::violated ||
      request.shape.decomposition.topology == Topology::chain)
    return;
  spec.member("topology")
      .fail("components of a property that is satisfied form a chain",
            "leave it out, or ask for a violated property");
}

void read_modalities(const JsonCursor& spec, ParallelRequest& request) {
  const auto modalities = spec.optional_member("modalities");
  if (!modalities) return;
  constexpr const char* members[] = {"required", "dropped"};
  require_known(*modalities, members);
  request.modality.percent_required = number_or(*modalities, "required", 50, 0, 100);
  request.modality.percent_dropped = number_or(*modalities, "dropped", 20, 0, 100);
}

}  // namespace

ParallelShape parallel_shape(const JsonCursor& spec) {
  ParallelShape shape;
  shape.components = number_or(spec, "components", 4, 1, 250);
  shape.merged = number_or(spec, "merged", 0, 0, 100);
  shape.explore = number_or(spec, "explore", 100'000, 0, 50'000'000);
  if (const auto at_most = spec.optional_member("at_most_states")) {
    shape.at_most = number_or(spec, "at_most_states", 1, 2, 50'000'000);
    if (shape.components > 25 || *shape.at_most < std::size_t{1} << shape.components)
      at_most->fail(fmt::format("{} components have at least 2^{} states", shape.components,
                                shape.components),
                    "fewer components, or more states");
  }
  DecompositionShape& decomposition = shape.decomposition;
  decomposition.decoys = number_or(spec, "decoys", 2, 0, 100);
  decomposition.percent_kept = number_or(spec, "kept", 70, 0, 100);
  constexpr const char* topologies[] = {"chain", "tree"};
  decomposition.topology = static_cast<Topology>(choice_or(spec, "topology", topologies, 0));
  if (const auto extension = spec.optional_member("extension")) {
    constexpr const char* members[] = {"min_states", "max_states", "shared_actions"};
    require_known(*extension, members);
    ExtensionShape& to = decomposition.extension;
    to.shared_actions = number_or(*extension, "shared_actions", 2, 1, 10);
    to.min_states = number_or(*extension, "min_states", 4, 3, 50);
    to.max_states = number_or(*extension, "max_states", 6, 3, 50);
    if (to.max_states < to.min_states)
      extension->fail(
          fmt::format("'min_states', {}, should be at most 'max_states', {}", to.min_states,
                      to.max_states),
          fmt::format("\"min_states\": {}, or \"max_states\": {}", to.max_states, to.min_states));
  }
  return shape;
}

ParallelRequest parallel_request(const JsonCursor& spec) {
  constexpr const char* members[] = {"kind",       "components",     "merged",    "explore",
                                     "decoys",     "kept",           "extension", "actions",
                                     "property",   "structural",     "copies",    "modalities",
                                     "properties", "at_most_states", "name",      "topology"};
  require_known(spec, members);
  ParallelRequest request;
  request.shape = parallel_shape(spec);
  request.actions = number_or(spec, "actions", 5, 3, 30);
  request.structural = number_or(spec, "structural", 1, 0, 10);
  request.copies = number_or(spec, "copies", 1, 1, 20);
  read_property(spec, request);
  require_shared(spec, request);
  require_chain(spec, request);
  read_modalities(spec, request);
  if (const auto further = spec.optional_member("properties")) {
    constexpr const char* logics[] = {"ltl", "ctl"};
    require_known(*further, logics);
    request.more_ltl = number_or(*further, "ltl", 3, 0, 100);
    request.more_ctl = number_or(*further, "ctl", 0, 0, 100);
  }
  return request;
}

}  // namespace arges::synth
