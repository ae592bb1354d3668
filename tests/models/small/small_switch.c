// VERDICT: true
// A machine of three states, written as a switch that falls through.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int state = 0, done = 0;
  while (__VERIFIER_nondet_int()) {
    switch (state) {
      case 0:
        state = 1;
        break;
      case 1:
        done = 1;
      default:
        state = 2;
    }
    if (state == 2 && !done) reach_error();
  }
  return 0;
}
