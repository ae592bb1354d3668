/* An error that comes into sight only once recursion is followed, and one that is there at once. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(int);

int sink(int weight) {
  if (weight <= 0)
    return 0;
  sink(weight - 1);
  if (weight == 2)
    __VERIFIER_error(10);
  return 1;
}

int main(void) {
  int weight = __VERIFIER_nondet_int();
  if (weight < 0 || weight > 3)
    return 0;
  if (weight == 4)
    __VERIFIER_error(9);
  sink(weight);
  return 0;
}
