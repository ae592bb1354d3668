#include "output/csv.h"

#include "output/xml_stream.h"

namespace arges::output {

namespace {

std::string csv_field(const std::string& given) {
  // A table that is no UTF-8 in one place can't be read at all by some.
  const std::string text = xml_text(given);
  // Blanks around are part of a field, but many readers drop them.
  const bool is_plain = text.find_first_of(",\"\r\n") == std::string::npos &&
                        !text.starts_with(' ') && !text.ends_with(' ');
  if (is_plain) return text;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + "\"";
}

}  // namespace

std::string csv_line(const std::vector<std::string>& fields) {
  std::string result;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) result += ',';
    result += csv_field(fields[i]);
  }
  return result + "\n";
}

}  // namespace arges::output
