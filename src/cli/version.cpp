#include "output/version.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <link.h>
#include <nlohmann/json.hpp>

#include "campaign/libraries.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/describe.h"
#include "cli/endings.h"
#include "cli/files.h"
#include "engine/libraries.h"
#include "output/json.h"

namespace arges::cli {

namespace {

using Json = nlohmann::ordered_json;

/// A part of how the program was built, and its state.
struct BuildFact {
  std::string name;
  std::string state;
};

std::string compiler() {
#ifdef __clang__
  return fmt::format("clang {}", __clang_version__);
#else
  return fmt::format("g++ {}", __VERSION__);
#endif
}

std::vector<BuildFact> build_facts() {
  std::string self_checks = "off";
  std::string assertions = "off";
  std::string sanitizers = "off";
#ifdef ARGES_SELF_CHECKS
  self_checks = "on";
#endif
#ifdef _GLIBCXX_ASSERTIONS
  assertions = "on";
#endif
#ifdef __SANITIZE_ADDRESS__
  sanitizers = "on";
#endif
  return {{"type", ARGES_BUILD_TYPE},   {"compiler", compiler()},   {"system", ARGES_SYSTEM},
          {"self checks", self_checks}, {"assertions", assertions}, {"sanitizers", sanitizers}};
}

/// The files of the libraries that this process has loaded.
std::vector<std::string> loaded_files() {
  std::vector<std::string> result;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        if (info->dlpi_name != nullptr && *info->dlpi_name != 0)
          static_cast<std::vector<std::string>*>(data)->emplace_back(info->dlpi_name);
        return 0;
      },
      &result);
  return result;
}

struct FoundLibrary {
  std::string name;
  std::string version;
  std::string file;  ///< empty: the library is part of the program
};

/// "9.0.0" of "libre2.so.9.0.0", "0.7.0" of "libx-0.7.0.so".
std::string version_in(const std::string& file) {
  const auto first = file.find_first_of("0123456789", file.find(".so") + 1);
  return first == std::string::npos ? "" : file.substr(first);
}

std::vector<FoundLibrary> find_libraries() {
  std::vector<Library> libraries = engine::libraries();
  for (Library& library : campaign::libraries()) libraries.push_back(std::move(library));
  const std::vector<std::string> files = loaded_files();
  std::vector<FoundLibrary> result;
  for (const Library& library : libraries) {
    FoundLibrary found{library.name, library.version, ""};
    for (const std::string& file : files) {
      const std::filesystem::path path(file);
      if (!path.filename().string().starts_with(library.stem)) continue;
      found.file = path.lexically_normal().string();
      std::error_code error;
      const auto real = std::filesystem::canonical(path, error);
      if (found.version.empty() && !error) found.version = version_in(real.filename().string());
    }
    result.push_back(std::move(found));
  }
  return result;
}

/// `arges version`: what exactly this program is.
class VersionCommand : public Command {
 public:
  std::string name() const override { return "version"; }
  std::string summary() const override {
    return "Prints the version of the program; with --verbose also how it was built, the libraries "
           "it runs with, and the languages it reads.";
  }
  std::vector<Example> examples() const override {
    return {{"arges version --verbose", "what a report of a defect should have"},
            {"arges version --format json", "the same for a program"}};
  }
  void declare(CLI::App& app) override {
    app.add_flag_callback(
           "-v,--verbose", [this] { detail_ = Detail::all; },
           "how it was built, libraries and languages, too")
        ->group(output_group);
    declare_format(app, format_);
  }

  ExitCode run() override {
    if (format_ == Format::json)
      write_stdout(output::dump(json()));
    else
      write_stdout(text());
    return ExitCode::success;
  }

 private:
  enum class Detail : std::uint8_t { version, all };

  std::string text() const {
    std::string result = fmt::format("arges {}\n", output::program_version);
    if (detail_ == Detail::version) return result;
    result += "\nBuild:\n";
    for (const BuildFact& fact : build_facts())
      result += fmt::format("  {:<12}  {}\n", fact.name, fact.state);
    result += "\nLibraries:\n";
    for (const FoundLibrary& library : find_libraries())
      result += fmt::format("  {:<12}  {}{}\n", library.name, library.version,
                            library.file.empty() ? "" : fmt::format(" ({})", library.file));
    result += "\nLanguages:\n";
    for (const engine::Choice& format : engine::input_formats().values)
      result += fmt::format("  {:<12}  {}\n", format.name, format.help);
    return result;
  }

  static Json json() {
    Json result;
    result["version"] = output::program_version;
    for (BuildFact fact : build_facts()) {
      std::replace(fact.name.begin(), fact.name.end(), ' ', '_');
      result["build"][fact.name] = fact.state;
    }
    result["libraries"] = Json::array();
    for (const FoundLibrary& library : find_libraries())
      result["libraries"].push_back({{"name", library.name},
                                     {"version", library.version},
                                     {"file", library.file.empty() ? Json() : Json(library.file)}});
    result["languages"] = Json::array();
    for (const engine::Choice& format : engine::input_formats().values)
      result["languages"].push_back(
          {{"name", format.name}, {"help", format.help}, {"endings", endings_in(format.help)}});
    return result;
  }

  Detail detail_ = Detail::version;
  Format format_ = Format::text;
};

}  // namespace

std::unique_ptr<Command> make_version() { return std::make_unique<VersionCommand>(); }

}  // namespace arges::cli
