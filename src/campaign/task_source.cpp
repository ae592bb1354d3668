#include "campaign/task_source.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <functional>
#include <map>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <glob.h>

#include "base/error.h"
#include "base/syntax/suggest.h"
#include "campaign/pattern.h"
#include "campaign/places.h"
#include "campaign/table.h"
#include "frontend/c/task_definition.h"

namespace arges::campaign {

namespace {

namespace fs = std::filesystem;
using frontend::YamlCursor;

/// The files that a pattern of the shell fits, by name.
std::vector<std::string> matches(const std::string& pattern) {
  glob_t found{};
  std::vector<std::string> result;
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0)
    result.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  globfree(&found);
  return result;
}

/// A file that is missing would be found so by every run.
void require_file(const SourceLocation& place, const std::string& path, const std::string& name,
                  const char* from) {
  if (!fs::exists(path))
    throw InputError(place, fmt::format("there is no file '{}'", name),
                     fmt::format("paths are from where this {} lies", from));
}

/// One entry: where its tasks come from, and which of them are wanted.
class Source {
 public:
  Source(const YamlCursor& at, Synthesizer& synthesizer, Inputs& inputs)
      : at_(at), synthesizer_(synthesizer), inputs_(inputs) {
    at.allow_only({"definitions", "list", "table", "folder", "synth", "seeds", "family", "files",
                   "property", "asks", "property_file", "columns", "expected"});
    require_one_source();
    if (const auto wanted = at.optional_member("property")) properties_ = wanted->texts();
    if (const auto wanted = at.optional_member("files")) files_ = wanted->texts();
    if (const auto family = at.optional_member("family")) family_ = family->text();
  }

  std::vector<Task> read() {
    if (const auto patterns = at_.optional_member("definitions"))
      patterns->for_each_element([&](const YamlCursor& one) { add_definitions(one); });
    else if (const auto list = at_.optional_member("list"))
      list->for_each_element([&](const YamlCursor& one) { add_list(inputs_.read(one)); });
    else if (const auto table = at_.optional_member("table"))
      add_table(*table);
    else if (const auto folder = at_.optional_member("folder"))
      add_folder(*folder);
    else if (const auto specification = at_.optional_member("synth"))
      add_synthesized(*specification);
    else
      at_.fail("where do these tasks come from?", "definitions, list, table, folder or synth");
    if (tasks_.empty()) at_.fail("there are no such tasks", why_none_);
    return std::move(tasks_);
  }

 private:
  /// What says where tasks come from is there once, and the rest belongs to it.
  void require_one_source() const {
    constexpr std::array sources{"definitions", "folder", "list", "synth", "table"};
    constexpr std::array<std::pair<const char*, const char*>, 5> parts{{{"seeds", "synth"},
                                                                        {"asks", "table"},
                                                                        {"property_file", "table"},
                                                                        {"columns", "table"},
                                                                        {"expected", "folder"}}};
    const char* source = nullptr;
    for (const char* name : sources) {
      const auto found = at_.optional_member(name);
      if (found && source != nullptr)
        found->fail(fmt::format("'{}' and '{}' are two sources of tasks", source, name),
                    "make two items of them");
      if (found) source = name;
    }
    for (const auto& [part, owner] : parts)
      if (const auto found = at_.optional_member(part);
          found && source != nullptr && source != std::string(owner))
        found->fail(fmt::format("'{}' is nothing for a {}", part, source),
                    fmt::format("it belongs to '{}'", owner));
  }

  /// The folder of a file; the same wherever it is named from.
  static fs::path folder_of(const fs::path& file) {
    return fs::absolute(file).lexically_normal().parent_path().filename();
  }

  std::string family_of(const fs::path& file) const {
    return family_.empty() ? folder_of(file).string() : family_;
  }

  /// Of models in folders of one name, the name tells which.
  static std::string name_of(const fs::path& file) {
    return (folder_of(file) / file.filename()).string();
  }

  /// From where on it has names, not dots.
  static std::string without_way_up(const std::string& path) {
    constexpr std::string_view up = "../";
    std::string_view rest = path;
    while (rest.starts_with(up)) rest.remove_prefix(up.size());
    return std::string(rest);
  }

  /// One that was read at a place. Who asks the same twice should know one answer.
  void add(Task task, const SourceLocation& place) {
    const auto [known, fresh] =
        known_.try_emplace(task.name, Known{tasks_.size(), place.to_string()});
    const auto word = [](const Expected& answer) {
      return answer ? answer.to_string() : std::string("unknown");
    };
    if (!fresh && differs_in_answer(tasks_[known->second.task], task))
      throw InputError(place, fmt::format("two different answers to '{}'", task.name),
                       fmt::format("here it is {}; {} says {}", word(task.expected),
                                   known->second.place, word(tasks_[known->second.task].expected)));
    tasks_.push_back(std::move(task));
  }

  void add_definitions(const YamlCursor& pattern) {
    const auto found = matches(pattern.path());
    if (found.empty()) pattern.fail("no file fits this");
    for (const std::string& file : found)
      if (fits_one(files_, fs::path(file).filename().string())) add_definition(file);
  }

  void add_list(const SourcePtr& source) {
    const std::string& path = source->name();
    std::istringstream lines{std::string(source->text())};
    std::uint32_t start = 0;
    std::uint32_t next = 0;
    for (std::string line; std::getline(lines, line);) {
      start = std::exchange(next, next + static_cast<std::uint32_t>(line.size()) + 1);
      if (constexpr std::string_view mark = "\xEF\xBB\xBF"; start == 0 && line.starts_with(mark))
        line.erase(0, mark.size());
      while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0)
        line.pop_back();
      if (line.empty() || line.front() == '#') continue;
      const auto found = matches((fs::path(path).parent_path() / line).string());
      if (found.empty())
        throw InputError({source.get(), start}, fmt::format("no file fits '{}'", line),
                         "paths and patterns are from where this list lies");
      for (const std::string& file : found)
        if (fits_one(files_, fs::path(file).filename().string())) add_definition(file);
    }
  }

  void add_definition(const std::string& file) {
    const SourcePtr source = read_source(file);
    const auto definition = frontend::c::read_task_definition(source, frontend::c::Answers::needed);
    if (definition.properties.empty() && why_none_.empty())
      why_none_ = fmt::format("'{}' asks nothing: it has no 'properties'", file);
    for (const auto& [property, expected, part, place] : definition.properties) {
      const std::string what = fs::path(property).stem().string();
      if (!fits_one(properties_, what)) {
        if (why_none_.empty()) why_none_ = fmt::format("a property of these: {}", what);
        continue;
      }
      for (const std::string& input : {definition.input_file, definition.second_file})
        if (!input.empty()) require_file(definition.files_place, input, input, "definition");
      require_file(place, property, property, "definition");
      Task task{
          fmt::format("{} {}", name_of(file), what), family_of(file), file, definition.input_file,
          {Question::Kind::file, property},          {expected, part}};
      // What the definition alone asks needs no other words.
      if (definition.properties.size() == 1) task.question.kind = Question::Kind::own;
      add(std::move(task), place);
    }
  }

  void add_table(const YamlCursor& at) {
    const std::string path = at.path();
    const SourcePtr source = inputs_.read(at);
    const Table table = read_table(source);
    if (const auto names = at_.optional_member("columns"))
      names->allow_only({"file", "property", "expected"});
    const auto column = [&](const char* name) { return column_of(table, source, name); };
    const auto file = column("file");
    const auto property = column("property");
    const auto expected = column("expected");
    if (!file) at.fail("the table has no column 'file'", "name it: columns: {file: NAME}");
    const Asked means = asked_by_table();
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      const std::vector<std::string>& row = table.rows[i];
      const std::string& model = row[*file];
      const std::string asked = property ? row[*property] : "";
      if (!fits_one(files_, model) || !fits_one(properties_, asked)) continue;
      const std::string full = (fs::path(path).parent_path() / model).lexically_normal();
      require_file(table.places[i], full, model, "table");
      const std::string name = without_way_up(model);
      Task task{asked.empty() ? name : fmt::format("{} {}", name, asked),
                family_of(full),
                full,
                full,
                {},
                {}};
      if (!asked.empty()) task.question = means(asked);
      if (task.question.kind == Question::Kind::file)
        require_file(table.places[i], task.question.text, task.question.text, "set");
      if (expected) task.expected = answer(table.places[i], row[*expected]);
      add(std::move(task), table.places[i]);
    }
  }

  /// The column that tells something. Others are free, but a name that is nearly this one is
  /// hardly meant otherwise.
  std::optional<std::size_t> column_of(const Table& table, const SourcePtr& source,
                                       const char* name) const {
    const auto names = at_.optional_member("columns");
    const auto named = names ? names->optional_member(name) : std::nullopt;
    if (const auto found = table.find_column(named ? named->text() : name)) return found;
    if (named)
      named->fail(fmt::format("the table has no column '{}'", named->text()),
                  fmt::format("it has {}", fmt::join(table.columns, ", ")));
    for (const std::string& other : table.columns) {
      syntax::Suggestion suggestion(other);
      for (const char* known : {"file", "property", "expected"}) suggestion.consider(known);
      if (suggestion.best() == name)
        throw InputError({source.get(), 0},
                         fmt::format("'{}' is nothing that a table tells", other),
                         suggestion.hint());
    }
    return {};
  }

  /// What a cell of the column 'property' means.
  using Asked = std::function<Question(const std::string& cell)>;

  Asked asked_by_table() const {
    const auto asks = at_.optional_member("asks");
    const std::string how = asks ? asks->text() : "text";
    constexpr std::array places_of_property_file{"property"};
    if (const auto file = at_.optional_member("property_file")) {
      refuse_unknown_places(*file, {file->text()}, places_of_property_file);
      return [path = at_.beside(file->text())](const std::string& cell) {
        return Question{Question::Kind::file, place(path, cell)};
      };
    }
    if (how == "own") return [](const std::string&) { return Question{}; };
    if (how == "text")
      return [](const std::string& cell) { return Question{Question::Kind::text, cell}; };
    if (how != "formula")
      asks->fail(fmt::format("'{}' is nothing that a table asks", how), "text, formula or own");
    return [](const std::string& cell) {
      constexpr std::string_view mark = "LTL ";
      return Question{Question::Kind::ltl,
                      cell.starts_with(mark) ? cell.substr(mark.size()) : cell};
    };
  }

  static std::string place(std::string path, const std::string& property) {
    constexpr std::string_view name = "{property}";
    if (const std::size_t at = path.find(name); at != std::string::npos)
      path.replace(at, name.size(), property);
    return path;
  }

  static std::optional<bool> answer(const SourceLocation& row, const std::string& word) {
    std::string lower = word;
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (lower.empty() || lower == "unknown" || lower == "?") return {};
    if (lower != "true" && lower != "false")
      throw InputError(row, fmt::format("'{}' is no answer", word),
                       "true or false; where nobody knows it, unknown, ? or nothing");
    return lower == "true";
  }

  void add_folder(const YamlCursor& at) {
    if (files_.empty()) at.fail("which files of the folder?", "say so: files: ['*.cfa']");
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::recursive_directory_iterator file(at.path(), error), end; !error && file != end;
         file.increment(error))
      if (file->is_regular_file() && fits_one(files_, file->path().filename().string()))
        found.push_back(file->path());
    if (error) at.fail(fmt::format("the folder can't be read: {}", error.message()));
    std::sort(found.begin(), found.end());
    const auto expected = at_.optional_member("expected");
    for (const fs::path& file : found) {
      Task task{fs::relative(file, at.path()).string(), family_of(file), file, file, {}, {}};
      if (expected) task.expected = expected->boolean();
      if (properties_.empty()) {
        tasks_.push_back(task);
      } else {
        for (const std::string& property : properties_) {
          Task asked = task;
          asked.name += " " + property;
          asked.question = {Question::Kind::text, property};
          tasks_.push_back(std::move(asked));
        }
      }
    }
  }

  void add_synthesized(const YamlCursor& specification) {
    const auto seeds = at_.optional_member("seeds");
    std::uint64_t first = 1;
    std::uint64_t last = 1;
    if (seeds) {
      const std::string text = seeds->text();
      const char* end = text.data() + text.size();
      auto [rest, error] = std::from_chars(text.data(), end, first);
      last = first;
      if (error == std::errc() && rest != end && *rest == '-')
        std::tie(rest, error) = [&] {
          const auto read = std::from_chars(rest + 1, end, last);
          return std::pair(read.ptr, read.ec);
        }();
      if (error != std::errc() || rest != end || last < first)
        seeds->fail("seeds are a number, or two: 1-20");
    }
    inputs_.read(specification);
    const fs::path list = synthesizer_.make(specification.path(), first,
                                            static_cast<std::uint32_t>(last - first + 1));
    if (family_.empty()) family_ = fs::path(specification.text()).stem().string();
    add_list(read_source(list));
  }

  const YamlCursor& at_;
  Synthesizer& synthesizer_;
  Inputs& inputs_;
  std::vector<std::string> properties_;
  std::vector<std::string> files_;
  std::string family_;
  std::vector<Task> tasks_;
  struct Known {
    std::size_t task;
    std::string place;
  };
  std::map<std::string, Known> known_;  ///< by name
  std::string why_none_;                ///< of what was left out, something
};

}  // namespace

std::vector<Task> read_tasks(const YamlCursor& at, Synthesizer& synthesizer, Inputs& inputs) {
  return Source(at, synthesizer, inputs).read();
}

}  // namespace arges::campaign
