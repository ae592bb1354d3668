// VERDICT: true
// A byte wraps around, an int that is made of it does not.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char sum = a + 200;
  if (a >= 100 && sum != a - 56) reach_error();
  return 0;
}
