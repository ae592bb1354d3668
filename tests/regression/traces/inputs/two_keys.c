// Each way needs a value of its own.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int key = __VERIFIER_nondet_int();
  int door = 0;
  if (key == 4)
    door = 40;
  else if (key == 6)
    door = 60;
  return door;
}
