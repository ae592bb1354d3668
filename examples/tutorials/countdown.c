// Counts down in steps that somebody else chooses.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  while (n > 0) {
    int step = __VERIFIER_nondet_int();
    if (step < 1)
      step = 1;
    n = step < n ? n - step : 0;
  }
  return 0;
}
