#include "engine/synth.h"

#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "base/source.h"
#include "synth/attempts.h"
#include "synth/spec.h"
#include "synth/synthesis_error.h"

namespace arges::engine {

namespace {

/// The specification's own name for its tasks, or their kind.
std::string base_name(const output::JsonCursor& spec) {
  const auto name = spec.optional_member("name");
  if (!name) return spec.member("kind").text();
  const std::string& text = name->text();
  const bool fits = !text.empty() && text.find_first_not_of(
                                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789-_") == std::string::npos;
  if (!fits) name->fail("a name is of letters, digits, - and _: it is a folder's");
  return text;
}

/// Why none of them can be made, as an error of the specification.
InputError error_of(const SourceText& source, const RefusedTask& refused) {
  const std::string variant = refused.variant.empty() ? "" : fmt::format(", {}", refused.variant);
  return {{&source, 0},
          fmt::format("no such task can be made (seed {}{}): {}", refused.seed, variant,
                      refused.reason),
          refused.nearest.empty() ? "" : "what would work: " + refused.nearest};
}

/// What was tried until a limit ended it, among attempts or in what follows them.
std::string stopped_text(const std::string& name, const LimitReached& limit) {
  const auto* stopped = dynamic_cast<const synth::AttemptsStopped*>(&limit);
  return stopped == nullptr || stopped->tried().empty()
             ? fmt::format("the first attempt to make {} did not come to its end", name)
             : fmt::format("{} was not made in {}", name, stopped->tried());
}

}  // namespace

void synthesize_tasks(Env& env, const SynthesisRequest& request, const SynthesisVisitor& visit) {
  const SourcePtr source = read_source(request.path);
  const nlohmann::json document = synth::parse_spec(*source);
  const std::string base = base_name(output::JsonCursor(document, *source, synth::spec_kind));
  const std::vector<synth::SpecVariant> variants = synth::variants(document, *source);
  const std::size_t wanted = variants.size() * request.count;
  std::size_t there = 0;  // made now or earlier
  std::optional<RefusedTask> first;
  for (std::size_t v = 0; v < variants.size(); ++v) {
    for (std::uint32_t i = 0; i < request.count; ++i) {
      env.limits.check();
      const std::uint64_t seed = request.seed + i;
      const std::string name = variants.size() == 1 ? fmt::format("{}-{}", base, seed)
                                                    : fmt::format("{}-v{}-{}", base, v + 1, seed);
      if (visit.is_there && visit.is_there(name)) {
        ++there;
        continue;
      }
      env.log.detail("making {} {}", name, variants[v].label);
      try {
        const MadeTask task{variants[v].make(seed, name, &env.limits), seed, variants[v].label};
        ++there;
        visit.made(task);
      } catch (const LimitReached& limit) {
        env.log.note("arges: {}", stopped_text(name, limit));
        throw;
      } catch (const synth::SynthesisError& error) {
        const RefusedTask refused{name, seed, variants[v].label, error.what(), error.nearest()};
        if (!first) first = refused;
        // The only one is told as an error.
        if (wanted > 1) visit.refused(refused);
      }
    }
  }
  if (there == 0) throw error_of(*source, *first);
}

}  // namespace arges::engine
