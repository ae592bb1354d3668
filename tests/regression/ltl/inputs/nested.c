// Ends, as the outer counter grows with every round of the inner loop's end, and is bounded by an input.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      ;
  return 0;
}
