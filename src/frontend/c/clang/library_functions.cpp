#include "frontend/c/clang/library_functions.h"

#include <array>

namespace arges::frontend::c {

namespace {

// Parameters are called by names that no program has as macros.
constexpr std::array functions = {
    LibraryFunction{"strlen", R"c(
__SIZE_TYPE__ strlen(const char *text_) {
  __SIZE_TYPE__ length_ = 0;
  while (text_[length_] != 0) length_++;
  return length_;
}
)c"},
    LibraryFunction{"strcmp", R"c(
int strcmp(const char *left_, const char *right_) {
  __SIZE_TYPE__ at_ = 0;
  while (left_[at_] != 0 && left_[at_] == right_[at_]) at_++;
  if (left_[at_] == right_[at_]) return 0;
  int any_ = __arges_any();
  if ((unsigned char)left_[at_] < (unsigned char)right_[at_]) return any_ < 0 ? any_ : -1;
  return any_ > 0 ? any_ : 1;
}
)c"},
    LibraryFunction{"strncmp", R"c(
int strncmp(const char *left_, const char *right_, __SIZE_TYPE__ most_) {
  __SIZE_TYPE__ at_ = 0;
  while (at_ < most_ && left_[at_] != 0 && left_[at_] == right_[at_]) at_++;
  if (at_ == most_ || left_[at_] == right_[at_]) return 0;
  int any_ = __arges_any();
  if ((unsigned char)left_[at_] < (unsigned char)right_[at_]) return any_ < 0 ? any_ : -1;
  return any_ > 0 ? any_ : 1;
}
)c"},
    LibraryFunction{"strcpy", R"c(
char *strcpy(char *to_, const char *from_) {
  __SIZE_TYPE__ at_ = 0;
  while (from_[at_] != 0) {
    to_[at_] = from_[at_];
    at_++;
  }
  to_[at_] = 0;
  return to_;
}
)c"},
    LibraryFunction{"strncpy", R"c(
char *strncpy(char *to_, const char *from_, __SIZE_TYPE__ count_) {
  __SIZE_TYPE__ at_ = 0;
  while (at_ < count_ && from_[at_] != 0) {
    to_[at_] = from_[at_];
    at_++;
  }
  while (at_ < count_) {
    to_[at_] = 0;
    at_++;
  }
  return to_;
}
)c"},
    LibraryFunction{"strcat", R"c(
char *strcat(char *to_, const char *from_) {
  __SIZE_TYPE__ end_ = 0;
  __SIZE_TYPE__ at_ = 0;
  while (to_[end_] != 0) end_++;
  while (from_[at_] != 0) {
    to_[end_ + at_] = from_[at_];
    at_++;
  }
  to_[end_ + at_] = 0;
  return to_;
}
)c"},
    LibraryFunction{"strncat", R"c(
char *strncat(char *to_, const char *from_, __SIZE_TYPE__ most_) {
  __SIZE_TYPE__ end_ = 0;
  __SIZE_TYPE__ at_ = 0;
  while (to_[end_] != 0) end_++;
  while (at_ < most_ && from_[at_] != 0) {
    to_[end_ + at_] = from_[at_];
    at_++;
  }
  to_[end_ + at_] = 0;
  return to_;
}
)c"},
    LibraryFunction{"strchr", R"c(
char *strchr(const char *text_, int wanted_) {
  while (*text_ != (char)wanted_) {
    if (*text_ == 0) return (char *)0;
    text_++;
  }
  return (char *)text_;
}
)c"},
    LibraryFunction{"strrchr", R"c(
char *strrchr(const char *text_, int wanted_) {
  const char *found_ = 0;
  while (1) {
    if (*text_ == (char)wanted_) found_ = text_;
    if (*text_ == 0) return (char *)found_;
    text_++;
  }
}
)c"},
    LibraryFunction{"strstr", R"c(
char *strstr(const char *text_, const char *wanted_) {
  while (1) {
    __SIZE_TYPE__ at_ = 0;
    while (wanted_[at_] != 0 && text_[at_] == wanted_[at_]) at_++;
    if (wanted_[at_] == 0) return (char *)text_;
    if (*text_ == 0) return (char *)0;
    text_++;
  }
}
)c"},
    LibraryFunction{"isdigit", R"c(
int isdigit(int letter_) {
  int any_ = __arges_any();
  if (letter_ >= '0' && letter_ <= '9') return any_ != 0 ? any_ : 1;
  return 0;
}
)c"},
    LibraryFunction{"isupper", R"c(
int isupper(int letter_) {
  int any_ = __arges_any();
  if (letter_ >= 'A' && letter_ <= 'Z') return any_ != 0 ? any_ : 1;
  return 0;
}
)c"},
    LibraryFunction{"islower", R"c(
int islower(int letter_) {
  int any_ = __arges_any();
  if (letter_ >= 'a' && letter_ <= 'z') return any_ != 0 ? any_ : 1;
  return 0;
}
)c"},
    LibraryFunction{"isalpha", R"c(
int isalpha(int letter_) {
  int any_ = __arges_any();
  if ((letter_ >= 'A' && letter_ <= 'Z') || (letter_ >= 'a' && letter_ <= 'z')) return any_ != 0 ? any_ : 1;
  return 0;
}
)c"},
    LibraryFunction{"isalnum", R"c(
int isalnum(int letter_) {
  int any_ = __arges_any();
  if ((letter_ >= '0' && letter_ <= '9') || (letter_ >= 'A' && letter_ <= 'Z') ||
         (letter_ >= 'a' && letter_ <= 'z')) return any_ != 0 ? any_ : 1;
  return 0;
}
)c"},
    LibraryFunction{"isspace", R"c(
int isspace(int letter_) {
  int any_ = __arges_any();
  if (letter_ == ' ' || (letter_ >= '\t' && letter_ <= '\r')) return any_ != 0 ? any_ : 1;
  return 0;
}
)c"},
    LibraryFunction{"isxdigit", R"c(
int isxdigit(int letter_) {
  int any_ = __arges_any();
  if ((letter_ >= '0' && letter_ <= '9') || (letter_ >= 'A' && letter_ <= 'F') ||
         (letter_ >= 'a' && letter_ <= 'f')) return any_ != 0 ? any_ : 1;
  return 0;
}
)c"},
    LibraryFunction{"isprint", R"c(
int isprint(int letter_) {
  int any_ = __arges_any();
  if (letter_ >= ' ' && letter_ <= '~') return any_ != 0 ? any_ : 1;
  return 0;
}
)c"},
    LibraryFunction{"toupper", R"c(
int toupper(int letter_) { return letter_ >= 'a' && letter_ <= 'z' ? letter_ - 'a' + 'A' : letter_; }
)c"},
    LibraryFunction{"tolower", R"c(
int tolower(int letter_) { return letter_ >= 'A' && letter_ <= 'Z' ? letter_ - 'A' + 'a' : letter_; }
)c"},
};

}  // namespace

std::span<const LibraryFunction> library_functions() { return functions; }

std::string_view library_declarations() { return "\nextern int __arges_any(void);\n"; }

}  // namespace arges::frontend::c
