/* Without a bound on its recursion nothing is said about it. */
extern int __VERIFIER_nondet_int(void);
int down = 0;

int fall(int height) { return height <= 0 ? 0 : fall(height - 1); }

int main(void) {
  fall(__VERIFIER_nondet_int());
  down = 1;
  return 0;
}
