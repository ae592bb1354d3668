#include "cli/ltl_syntax_option.h"

#include "engine/options.h"

namespace arges::cli {

void declare_ltl_syntax(CLI::App& app, std::function<void(automata::LtlSyntax)> use,
                        const char* group) {
  app.add_option_function<std::string>(
         "--ltl-syntax",
         [use = std::move(use)](const std::string& text) {
           use(static_cast<automata::LtlSyntax>(
               engine::choose(engine::ltl_syntaxes(), text).number));
         },
         std::string(engine::ltl_syntaxes().help))
      ->type_name("SYNTAX")
      ->default_str("auto")
      ->group(group);
}

}  // namespace arges::cli
