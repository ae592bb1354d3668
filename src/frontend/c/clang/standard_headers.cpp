#include "frontend/c/clang/standard_headers.h"

namespace arges::frontend::c {

namespace {

constexpr StandardHeader headers[] = {
    {"assert.h", R"c(
#undef assert
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__noreturn__));
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((condition) ? (void)0 : __assert_fail(#condition, "", __LINE__, ""))
#endif
#define static_assert _Static_assert
)c"},
    {"limits.h", R"c(
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-INT_MAX - 1)
#define INT_MAX __INT_MAX__
#define UINT_MAX (INT_MAX * 2U + 1U)
#define LONG_MIN (-LONG_MAX - 1L)
#define LONG_MAX __LONG_MAX__
#define ULONG_MAX (LONG_MAX * 2UL + 1UL)
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define LLONG_MAX __LONG_LONG_MAX__
#define ULLONG_MAX (LLONG_MAX * 2ULL + 1ULL)
)c"},
    {"stdbool.h", R"c(
#define bool _Bool
#define true 1
#define false 0
)c"},
    {"stddef.h", R"c(
#ifndef NULL
#define NULL ((void *)0)
#endif
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
#define offsetof(type, member) __builtin_offsetof(type, member)
)c"},
    {"stdint.h", R"c(
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT64_MIN (-9223372036854775807LL - 1)
#define INT64_MAX 9223372036854775807LL
#define UINT64_MAX 18446744073709551615ULL
#define SIZE_MAX __SIZE_MAX__
)c"},
    {"stdio.h", R"c(
#include <stddef.h>
typedef struct _arges_file FILE;
extern FILE *stdin, *stdout, *stderr;
#define EOF (-1)
extern int printf(const char *, ...);
extern int fprintf(FILE *, const char *, ...);
extern int sprintf(char *, const char *, ...);
extern int snprintf(char *, size_t, const char *, ...);
extern int scanf(const char *, ...);
extern int fscanf(FILE *, const char *, ...);
extern int puts(const char *);
extern int putchar(int);
extern int getchar(void);
extern int fputs(const char *, FILE *);
extern int fflush(FILE *);
)c"},
    {"stdlib.h", R"c(
#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
extern void abort(void) __attribute__((__noreturn__));
extern void exit(int) __attribute__((__noreturn__));
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void free(void *);
extern int rand(void);
extern void srand(unsigned int);
extern int abs(int);
extern int atoi(const char *);
)c"},
    {"string.h", R"c(
#include <stddef.h>
extern void *memset(void *, int, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void *memmove(void *, const void *, size_t);
extern int memcmp(const void *, const void *, size_t);
extern size_t strlen(const char *);
extern int strcmp(const char *, const char *);
extern int strncmp(const char *, const char *, size_t);
extern char *strcpy(char *, const char *);
extern char *strncpy(char *, const char *, size_t);
extern char *strcat(char *, const char *);
extern char *strchr(const char *, int);
)c"},
    {"math.h", R"c(
extern double fabs(double);
extern double sqrt(double);
extern double floor(double);
extern double ceil(double);
)c"},
    {"errno.h", "extern int errno;\n"},
    {"ctype.h", R"c(
extern int isdigit(int);
extern int isalpha(int);
extern int isalnum(int);
extern int isspace(int);
extern int isupper(int);
extern int islower(int);
extern int toupper(int);
extern int tolower(int);
)c"},
};

}  // namespace

std::span<const StandardHeader> standard_headers() { return headers; }

}  // namespace arges::frontend::c
