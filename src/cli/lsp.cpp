#include <unistd.h>

#include "cli/command.h"
#include "cli/large_stack.h"
#include "lsp/server/connection.h"
#include "output/version.h"

namespace arges::cli {

namespace {

/// `arges lsp`: a language server for editors.
class LspCommand : public Command {
 public:
  std::string name() const override { return "lsp"; }
  std::string summary() const override {
    return "Serves an editor by the Language Server Protocol on stdin and stdout: errors while you "
           "type, definitions, and verdicts of marked properties when you save. Editors start it; "
           "examples/editors says how.";
  }
  std::vector<Example> examples() const override {
    return {{"arges lsp", "what an editor is told to start for .cfa, .xsts, .sm, .scxml and .gcd"}};
  }
  void declare(CLI::App& app) override {
    app.add_flag_callback(
           "--stdio", [] {}, "speak on stdin and stdout, which is done anyway; many editors say so")
        ->group("Input");
  }

  ExitCode run() override {
    lsp::Host host;
    host.version = output::program_version;
    // Not by its path: the file may have been replaced since this program started.
    host.check_command = {"/proc/self/exe", "check"};
    host.runner = [](const std::function<void()>& function) {
      on_large_stack([&] {
        function();
        return 0;
      });
    };
    return lsp::serve(std::move(host), STDIN_FILENO, STDOUT_FILENO);
  }
};

}  // namespace

std::unique_ptr<Command> make_lsp() { return std::make_unique<LspCommand>(); }

}  // namespace arges::cli
