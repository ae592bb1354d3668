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
extern char *strncat(char *, const char *, size_t);
extern char *strchr(const char *, int);
extern char *strrchr(const char *, int);
extern char *strstr(const char *, const char *);
)c"},
    {"float.h", R"c(
#define FLT_EVAL_METHOD 0
#define FLT_RADIX 2
#define FLT_MANT_DIG __FLT_MANT_DIG__
#define FLT_DIG __FLT_DIG__
#define FLT_MIN __FLT_MIN__
#define FLT_MAX __FLT_MAX__
#define FLT_EPSILON __FLT_EPSILON__
#define DBL_MANT_DIG __DBL_MANT_DIG__
#define DBL_DIG __DBL_DIG__
#define DBL_MIN __DBL_MIN__
#define DBL_MAX __DBL_MAX__
#define DBL_EPSILON __DBL_EPSILON__
)c"},
    {"math.h", R"c(
typedef float float_t;
typedef double double_t;
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf_sign(x)
#define isfinite(x) __builtin_isfinite(x)
#define isnormal(x) __builtin_isnormal(x)
#define signbit(x) __builtin_signbit(x)
#define isgreater(x, y) __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y) __builtin_isless(x, y)
#define islessequal(x, y) __builtin_islessequal(x, y)
#define islessgreater(x, y) __builtin_islessgreater(x, y)
#define isunordered(x, y) __builtin_isunordered(x, y)
#define ARGES_OF_ONE(name) \
  extern double name(double); \
  extern float name##f(float); \
  extern long double name##l(long double);
#define ARGES_OF_TWO(name) \
  extern double name(double, double); \
  extern float name##f(float, float); \
  extern long double name##l(long double, long double);
ARGES_OF_ONE(fabs) ARGES_OF_ONE(sqrt) ARGES_OF_ONE(floor) ARGES_OF_ONE(ceil)
ARGES_OF_ONE(trunc) ARGES_OF_ONE(round) ARGES_OF_ONE(rint) ARGES_OF_ONE(nearbyint)
ARGES_OF_ONE(sin) ARGES_OF_ONE(cos) ARGES_OF_ONE(tan) ARGES_OF_ONE(asin) ARGES_OF_ONE(acos)
ARGES_OF_ONE(atan) ARGES_OF_ONE(sinh) ARGES_OF_ONE(cosh) ARGES_OF_ONE(tanh) ARGES_OF_ONE(exp)
ARGES_OF_ONE(exp2) ARGES_OF_ONE(log) ARGES_OF_ONE(log2) ARGES_OF_ONE(log10) ARGES_OF_ONE(cbrt)
ARGES_OF_TWO(fmin) ARGES_OF_TWO(fmax) ARGES_OF_TWO(fdim) ARGES_OF_TWO(fmod)
ARGES_OF_TWO(remainder) ARGES_OF_TWO(copysign) ARGES_OF_TWO(pow) ARGES_OF_TWO(atan2)
ARGES_OF_TWO(hypot)
#undef ARGES_OF_ONE
#undef ARGES_OF_TWO
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
