// An array of structures.
extern int __VERIFIER_nondet_int(void);
struct Point {
  int x;
  int y;
};
struct Point points[3];
int at = 0;

int main(void) {
  at = __VERIFIER_nondet_int() > 0 ? 1 : 2;
  points[at].x = 5;
  points[0].y = points[1].x;
  return 0;
}
