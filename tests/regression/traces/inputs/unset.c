// Before main and out of their functions variables have no values of the program.
extern _Bool __VERIFIER_nondet_bool(void);
int level = 3;
int twice(int part) {
  int sum = part + part;
  return sum;
}
int main(void) {
  int step = 1;
  if (__VERIFIER_nondet_bool()) step = 2;
  int result = twice(step);
  level = 5;
  level = result;
  return level;
}
