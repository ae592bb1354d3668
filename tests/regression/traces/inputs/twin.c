// Two functions with a local of one name.
extern int __VERIFIER_nondet_int(void);
enum Mode { SLOW, FAST };
enum Mode mode = FAST;

int spin(int limit) {
  int count = 0;
  while (count < limit) count++;
  return count;
}

int main(void) {
  int count = spin(2);
  int left = 0;
  if (__VERIFIER_nondet_int() > 0) {
    mode = SLOW;
    left = count;
  }
  return left;
}
