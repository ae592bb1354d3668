#include <filesystem>

#include <fmt/format.h>

#include "base/error.h"
#include "base/timestamp.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/man_page.h"
#include "cli/program.h"

namespace arges::cli {

namespace {

/// `arges man`: the manual pages, from the tables that help is made of.
class ManCommand : public Command {
 public:
  std::string name() const override { return "man"; }
  std::string summary() const override {
    return "Prints the manual page of the program or of one command, for man. The packages install "
           "them: man arges-check.";
  }
  std::vector<Example> examples() const override {
    return {{"arges man check | man -l -", "read it without installing it"},
            {"arges man --out man1", "write all pages to files"}};
  }
  bool optional_positionals() const override { return true; }
  void declare(CLI::App& app) override {
    app.add_option("COMMAND", command_, "the command that the page is about")->group("Input");
    app.add_option("-o,--out", folder_, "the folder to write all pages to: arges.1, arges-check.1")
        ->type_name("DIR")
        ->group("Output");
  }

  ExitCode run() override {
    if (folder_ && !command_.empty())
      throw UsageError("--out writes all pages, not that of one command", "leave one of them out");
    const auto commands = all_commands();
    ManEdition edition{utc_timestamp().substr(0, std::string_view("2026-01-31").size()), {}};
    for (const auto& command : commands) edition.commands.push_back(command->name());
    if (folder_) {
      write_all(commands, edition);
    } else if (command_.empty()) {
      write_stdout(man_page(commands, edition));
    } else {
      write_stdout(man_page(find_command(commands, command_), edition));
    }
    return ExitCode::success;
  }

 private:
  void write_all(const std::vector<std::unique_ptr<Command>>& commands,
                 const ManEdition& edition) const {
    require_folder(*folder_);
    const std::filesystem::path folder(*folder_);
    std::filesystem::create_directory(folder);
    write_file(folder / "arges.1", man_page(commands, edition));
    for (const auto& command : commands)
      write_file(folder / fmt::format("arges-{}.1", command->name()), man_page(*command, edition));
  }

  std::string command_;
  std::optional<std::string> folder_;
};

}  // namespace

std::unique_ptr<Command> make_man() { return std::make_unique<ManCommand>(); }

}  // namespace arges::cli
