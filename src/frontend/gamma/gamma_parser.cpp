#include "frontend/gamma/gamma_parser.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/syntax/suggest.h"
#include "frontend/gamma/compose.h"

namespace arges::frontend {

namespace {

const gamma::ComponentText& chosen(const gamma::Package& package, const std::string& wanted) {
  if (package.components.empty())
    throw InputError({package.source.get(), 0}, "the file has no component",
                     "a model is a 'statechart', 'sync', 'cascade', 'async', 'scheduled-async' or "
                     "'adapter'");
  if (wanted.empty()) return package.components.back();
  syntax::Suggestion suggestion(wanted);
  for (const gamma::ComponentText& component : package.components) {
    if (component.name.text == wanted) return component;
    suggestion.consider(component.name.text);
  }
  throw UsageError(fmt::format("{} has no component '{}'", package.source->name(), wanted),
                   suggestion.hint());
}

}  // namespace

model::statechart::System parse_gamma(ir::Context& context, const SourcePtr& source,
                                      const GammaOptions& options, const Limits* limits) {
  Diagnostics diagnostics;
  gamma::Packages packages(diagnostics, limits);
  const gamma::Package& package = packages.read(source);
  diagnostics.throw_if_errors();
  const gamma::ComponentText& component = chosen(package, options.component);
  gamma::Definitions definitions(context, packages, diagnostics);
  model::statechart::System system =
      gamma::Composition(definitions).compose({&component, &package});
  diagnostics.throw_if_errors();
  for (const gamma::Package& read : packages.all()) system.sources.push_back(read.source);
  return system;
}

}  // namespace arges::frontend
