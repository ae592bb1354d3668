// The assertion fails, and that is the end.
#include <assert.h>
int x;

int main(void) {
  x = 1;
  assert(x == 0);
  while (1) x = 2;
}
