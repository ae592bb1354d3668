#include "engine/synth.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/source.h"
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

}  // namespace

void synthesize_tasks(Env& env, const SynthesisRequest& request,
                      const std::function<void(const MadeTask&)>& visit) {
  const SourcePtr source = read_source(request.path);
  const nlohmann::json document = output::JsonCursor::parse(*source, synth::spec_kind);
  const std::string base = base_name(output::JsonCursor(document, *source, synth::spec_kind));
  const std::vector<synth::SpecVariant> variants = synth::variants(document, *source);
  for (std::size_t v = 0; v < variants.size(); ++v) {
    for (std::uint32_t i = 0; i < request.count; ++i) {
      env.limits.check();
      const std::uint64_t seed = request.seed + i;
      const std::string name = variants.size() == 1 ? fmt::format("{}-{}", base, seed)
                                                    : fmt::format("{}-v{}-{}", base, v + 1, seed);
      env.log.detail("making {} {}", name, variants[v].label);
      try {
        visit({synth::make_task(variants[v].document, *source, seed, name, &env.limits), seed,
               variants[v].label});
      } catch (const synth::SynthesisError& error) {
        const std::string variant =
            variants[v].label.empty() ? "" : fmt::format(", {}", variants[v].label);
        throw InputError(
            {source.get(), 0},
            fmt::format("no such task can be made (seed {}{}): {}", seed, variant, error.what()),
            error.nearest().empty() ? "" : "what would work: " + error.nearest());
      }
    }
  }
}

}  // namespace arges::engine
