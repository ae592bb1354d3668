// VERDICT: true
// Which of two variables is written depends on the input.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 1, y = 2;
  int *p = __VERIFIER_nondet_int() ? &x : &y;
  *p = 5;
  if (x + y != 6 && x + y != 7) reach_error();
  return 0;
}
