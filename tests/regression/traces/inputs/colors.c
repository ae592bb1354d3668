enum color { RED, GREEN = 5, BLUE };
enum color col = GREEN;
enum color row[2] = {BLUE, RED};
int a[3] = {1, 2};
struct pair {
  int a;
  int b;
} st;
int main(void) {
  col = RED;
  a[1] = 5;
  st.a = a[1] + 1;
  if (col == RED && row[0] == BLUE && st.a == 6) st.b = -1;
  return 0;
}
