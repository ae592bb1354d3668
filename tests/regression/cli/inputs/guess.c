#include <assert.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int half(int number) {
  return number / 2;
}

int main(void) {
  int secret = __VERIFIER_nondet_int();
  unsigned char step = __VERIFIER_nondet_uchar();
  int tries = 0;
  if (secret < 0 || secret > 40) return 0;
  while (secret > 1) {
    secret = half(secret);
    tries += step;
  }
  if (tries == 100) reach_error();
  assert(tries >= 0);
  return 0;
}
