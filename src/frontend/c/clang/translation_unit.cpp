#include "frontend/c/clang/translation_unit.h"

#include <fmt/format.h>
#include <gmpxx.h>

#include "base/error.h"
#include "frontend/c/clang/standard_headers.h"

namespace arges::frontend::c {

std::string take(CXString text) {
  const char* characters = clang_getCString(text);
  std::string result = characters == nullptr ? "" : characters;
  clang_disposeString(text);
  return result;
}

TranslationUnit::TranslationUnit(const SourcePtr& source, DataModel data_model,
                                 std::string_view more)
    : index_(clang_createIndex(0, 0)), sources_{source} {
  by_name_[source->name()] = source.get();
  // The name is given as it is: what it includes beside itself is found by it.
  std::vector<CXUnsavedFile> files;
  const auto add_file = [&files](const std::string& name, std::string_view text) {
    files.push_back({name.c_str(), text.data(), static_cast<unsigned long>(text.size())});
  };
  const std::string whole = std::string(source->text()).append(more);
  add_file(source->name(), whole);
  std::vector<std::string> names;
  names.reserve(standard_headers().size());
  for (const StandardHeader& header : standard_headers()) {
    names.push_back(std::string(standard_headers_folder) + "/" + header.name);
    add_file(names.back(), header.text);
  }
  const std::string system_headers = std::string("-isystem") + standard_headers_folder;
  std::vector<const char*> arguments = {
      "-xc",
      "-std=gnu11",
      "-w",
      "-ferror-limit=20",
      "-Wno-error=implicit-function-declaration",
      "-Wno-error=implicit-int",
      "-Wno-error=int-conversion",
      "-Wno-error=incompatible-function-pointer-types",
      "-fno-builtin",
      "-D__malloc__(...)=__malloc__",  // gcc's attribute names the function that frees
      "-nostdinc",
      data_model == DataModel::ilp32 ? "--target=i386-linux-gnu" : "--target=x86_64-linux-gnu",
      system_headers.c_str(),
  };
  // What gcc's preprocessor leaves of the C library has types that are words of gcc alone; what
  // others leave of it defines them.
  if (source->text().find("typedef float _Float32") == std::string_view::npos)
    arguments.insert(arguments.end(),
                     {"-D_Float32=float", "-D_Float64=double", "-D_Float32x=double",
                      "-D_Float64x=long double", "-D_Float128=long double"});
  const CXErrorCode code = clang_parseTranslationUnit2(
      index_, source->name().c_str(), arguments.data(), static_cast<int>(arguments.size()),
      files.data(), static_cast<unsigned>(files.size()), CXTranslationUnit_None, &unit_);
  if (code != CXError_Success) {
    clang_disposeIndex(index_);
    throw InputError({source.get(), 0}, "the C compiler's front end can't read this file");
  }
  try {
    throw_errors();
  } catch (...) {
    clang_disposeTranslationUnit(unit_);
    clang_disposeIndex(index_);
    throw;
  }
}

TranslationUnit::~TranslationUnit() {
  clang_disposeTranslationUnit(unit_);
  clang_disposeIndex(index_);
}

void TranslationUnit::throw_errors() {
  Diagnostics diagnostics;
  for (unsigned i = 0; i < clang_getNumDiagnostics(unit_); ++i) {
    const CXDiagnostic found = clang_getDiagnostic(unit_, i);
    if (clang_getDiagnosticSeverity(found) >= CXDiagnostic_Error)
      diagnostics.error(locate(clang_getDiagnosticLocation(found)),
                        take(clang_getDiagnosticSpelling(found)));
    clang_disposeDiagnostic(found);
  }
  diagnostics.throw_if_errors();
}

SourceLocation TranslationUnit::locate(CXSourceLocation location) {
  CXFile file = nullptr;
  unsigned offset = 0;
  clang_getFileLocation(location, &file, nullptr, nullptr, &offset);
  if (file == nullptr) return {};
  const std::string name = take(clang_getFileName(file));
  const auto [entry, is_new] = by_name_.try_emplace(name, nullptr);
  if (is_new) {
    std::size_t size = 0;
    const char* text = clang_getFileContents(unit_, file, &size);
    sources_.push_back(
        std::make_shared<const SourceText>(name, text == nullptr ? "" : std::string(text, size)));
    entry->second = sources_.back().get();
  }
  if (offset > entry->second->text().size()) return {};
  return {entry->second, offset};
}

std::vector<CXCursor> children(CXCursor cursor) {
  std::vector<CXCursor> result;
  clang_visitChildren(
      cursor,
      [](CXCursor child, CXCursor, CXClientData data) {
        static_cast<std::vector<CXCursor>*>(data)->push_back(child);
        return CXChildVisit_Continue;
      },
      &result);
  return result;
}

namespace {

/// What libclang evaluates an expression to, for as long as it is looked at.
class Evaluation {
 public:
  explicit Evaluation(CXCursor cursor) : result_(clang_Cursor_Evaluate(cursor)) {}
  ~Evaluation() {
    if (result_ != nullptr) clang_EvalResult_dispose(result_);
  }
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;

  bool is(CXEvalResultKind kind) const {
    return result_ != nullptr && clang_EvalResult_getKind(result_) == kind;
  }
  CXEvalResult get() const { return result_; }

 private:
  CXEvalResult result_;
};

}  // namespace

std::optional<mpz_class> constant_value(CXCursor cursor) {
  const Evaluation value(cursor);
  if (!value.is(CXEval_Int)) return {};
  // mpz_class takes no long long.
  if (clang_EvalResult_isUnsignedInt(value.get()) != 0)
    return mpz_class(std::to_string(clang_EvalResult_getAsUnsigned(value.get())));
  return mpz_class(std::to_string(clang_EvalResult_getAsLongLong(value.get())));
}

std::optional<std::string> floating_text(CXCursor cursor) {
  const CXTranslationUnit unit = clang_Cursor_getTranslationUnit(cursor);
  CXToken* const token = clang_getToken(unit, clang_getCursorLocation(cursor));
  std::string text;
  if (token != nullptr && clang_getTokenKind(*token) == CXToken_Literal)
    text = take(clang_getTokenSpelling(unit, *token));
  if (token != nullptr) clang_disposeTokens(unit, token, 1);
  const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const std::string_view suffixes =
      is_hexadecimal && text.find_first_of("pP") == std::string::npos ? "" : "fFlLqQ";
  while (!text.empty() && suffixes.find(text.back()) != std::string_view::npos) text.pop_back();
  if (!text.empty()) return text;
  // Of a macro; a double holds what has no more bits than one.
  const Evaluation value(cursor);
  const CXTypeKind kind = clang_getCursorType(cursor).kind;
  if (!value.is(CXEval_Float) || (kind != CXType_Float && kind != CXType_Double)) return {};
  return fmt::format("{:a}", clang_EvalResult_getAsDouble(value.get()));
}

std::string string_value(CXCursor cursor) {
  // As libclang writes it: in quotes, with escapes.
  const std::string text = take(clang_getCursorSpelling(cursor));
  const std::size_t start = text.find('"');
  if (start == std::string::npos) return "";
  std::string result;
  for (std::size_t i = start + 1; i < text.size() && text[i] != '"'; ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      result += text[i];
      continue;
    }
    const char escape = text[++i];
    static constexpr std::string_view names = "abfnrtv";
    static constexpr std::string_view meanings = "\a\b\f\n\r\t\v";
    const std::size_t known = names.find(escape);
    const bool is_octal = escape >= '0' && escape <= '7';
    if (known != std::string_view::npos) {
      result += meanings[known];
    } else if (is_octal || escape == 'x') {
      const int base = is_octal ? 8 : 16;
      const std::size_t first = is_octal ? i : i + 1;
      const std::size_t most = is_octal ? 3 : 2;
      std::size_t used = 0;
      result += static_cast<char>(std::stoi(text.substr(first, most), &used, base));
      i = first + used - 1;
    } else {
      result += escape;
    }
  }
  return result;
}

}  // namespace arges::frontend::c
