extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int i = 0, sum = 0;
  if (n > 5) return 0;
  while (i < n) {
    i++;
    sum += i;
  }
  if (sum > 15) reach_error();
  return 0;
}
