extern int __VERIFIER_nondet_int(void);
extern void exit(int);

static int state = 1;

static void check(void) {
  if (state == 3) {
    error_1: exit(0);
  }
  if (state == 4) {
    error_2: exit(0);
  }
}

int main(void) {
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (input < 1 || input > 2) return 0;
    if (state == 1 && input == 2)
      state = 2;
    else if (state == 2 && input == 1)
      state = 3;
    else if (state > 3)
      state = 4;
    check();
  }
}
