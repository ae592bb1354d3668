/* Five errors behind recursion: two are reached, one of them only past the other. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(int);

int climb(int steps) {
  if (steps <= 0)
    return 0;
  return 1 + climb(steps - 1);
}

int main(void) {
  int steps = __VERIFIER_nondet_int();
  if (steps < 0 || steps > 3)
    return 0;
  int height = climb(steps);
  if (height > 3)
    __VERIFIER_error(0);
  if (height == 2)
    __VERIFIER_error(1);
  if (height < 0)
    __VERIFIER_error(2);
  if (height == 3)
    __VERIFIER_error(3);
  if (height != steps)
    __VERIFIER_error(4);
  return 0;
}
