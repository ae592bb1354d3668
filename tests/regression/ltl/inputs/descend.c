// Three calls deep at most, and the flag is set on the way back.
extern int __VERIFIER_nondet_int(void);
int done;

void descend(int floors) {
  if (floors > 0) descend(floors - 1);
  else done = 1;
}

int main(void) {
  int floors = __VERIFIER_nondet_int();
  if (floors > 3) floors = 3;
  while (1) {
    done = 0;
    descend(floors);
  }
}
