#include "campaign/table.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/counted.h"
#include "base/error.h"

namespace arges::campaign {

namespace {

/// Takes a table apart, field by field.
class TableReader {
 public:
  explicit TableReader(const SourcePtr& source) : source_(source), text_(source->text()) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";  // of UTF-8, as spreadsheets write it
    if (text_.starts_with(mark)) at_ = mark.size();
    const std::string_view head = text_.substr(0, text_.find('\n'));
    separator_ = head.find('\t') != std::string_view::npos ? '\t' : ',';
  }

  Table read() {
    Table result;
    result.columns = row();
    if (result.columns.empty()) fail("the table has no names of columns");
    for (auto name = result.columns.begin(); name != result.columns.end(); ++name)
      if (std::find(result.columns.begin(), name, *name) != name) {
        at_ = 0;
        fail(fmt::format("there are two columns '{}'", *name));
      }
    while (at_ < text_.size()) {
      const std::size_t start = at_;
      auto fields = row();
      if (fields.empty()) continue;
      if (fields.size() != result.columns.size()) {
        at_ = start;
        fail(fmt::format("this row has {}, but there are {} columns",
                         counted(fields.size(), "field"), result.columns.size()));
      }
      result.places.push_back({source_.get(), static_cast<std::uint32_t>(start)});
      result.rows.push_back(std::move(fields));
    }
    return result;
  }

 private:
  /// Empty for an empty line.
  std::vector<std::string> row() {
    std::vector<std::string> result;
    while (true) {
      std::string one = field();
      const bool ends = at_ >= text_.size() || text_[at_] == '\n';
      at_ = std::min(at_ + 1, text_.size());
      if (ends && result.empty() && one.empty()) return {};
      result.push_back(std::move(one));
      if (ends) return result;
    }
  }

  std::string field() {
    std::string result;
    // A table with tabs has no need of quotes.
    if (separator_ == ',' && at_ < text_.size() && text_[at_] == '"') {
      for (++at_;; ++at_) {
        if (at_ >= text_.size()) fail("a quote does not end");
        if (text_[at_] == '"' && (at_ + 1 >= text_.size() || text_[at_ + 1] != '"')) break;
        if (text_[at_] == '"') ++at_;
        result += text_[at_];
      }
      ++at_;
    }
    while (at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\n')
      result += text_[at_++];
    if (result.ends_with('\r')) result.pop_back();
    return result;
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw InputError({source_.get(), static_cast<std::uint32_t>(std::min(at_, text_.size()))},
                     message);
  }

  SourcePtr source_;
  std::string_view text_;
  char separator_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<std::size_t> Table::find_column(const std::string& name) const {
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found == columns.end()) return {};
  return static_cast<std::size_t>(found - columns.begin());
}

Table read_table(const SourcePtr& source) { return TableReader(source).read(); }

}  // namespace arges::campaign
