// A C program: the bounds come from the refutations of its assertions. Bit-vectors are not tracked.
// COMMAND: check %s --domain interval --property assertions
// EXPECT-RE: : true$
// COMMAND: check %s --domain interval --property assertions --arithmetic bv --timeout 5
// FORBID: : false
// EXIT: 20
// LEVEL: 2
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int speed = 0;
  while (__VERIFIER_nondet_int()) {
    int wish = __VERIFIER_nondet_int();
    if (wish > 0 && speed < 120000)
      speed = speed + 5;
    else if (wish < 0 && speed >= 7)
      speed = speed - 7;
    assert(speed >= 0 && speed <= 120004);
  }
  return 0;
}
