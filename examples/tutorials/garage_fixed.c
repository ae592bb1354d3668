// A garage with two places. Drivers come without being asked, or reserve a place before they come.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define PLACES 2

int cars = 0;
int reserved = 0;

int is_free(void) {
  return cars + reserved < PLACES;
}

void reserve(void) {
  if (is_free())
    reserved++;
}

void enter(void) {
  if (is_free())
    cars++;
}

void enter_reserved(void) {
  if (reserved > 0) {
    reserved--;
    cars++;
  }
}

void leave(void) {
  if (cars > 0)
    cars--;
}

int main(void) {
  while (1) {
    switch (__VERIFIER_nondet_int()) {
      case 1: reserve(); break;
      case 2: enter(); break;
      case 3: enter_reserved(); break;
      case 4: leave(); break;
    }
    assert(cars <= PLACES);
  }
}
