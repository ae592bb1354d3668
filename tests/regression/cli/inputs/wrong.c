extern void reach_error(void);

int main(void) {
  return y + 1;
}
