// A number that is larger than its type loses what an unsigned one has no place for.
int x = 1;
unsigned u = 1;

int main(void) {
  while (u != 0) {
    x = x * 65536;
    u = x;
  }
  return 0;
}
