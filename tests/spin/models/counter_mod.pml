/* A number between 0 and 6 that goes round upwards, or back while backwards is chosen, which is only possible at 3. */
byte n;
bool backwards;

active proctype counter() {
  do
  :: d_step { !backwards -> n = (n + 1) % 7 }
  :: d_step { backwards -> n = (n + 6) % 7 }
  :: d_step { n == 3 && !backwards -> backwards = true }
  :: d_step { n == 3 && backwards -> backwards = false }
  od
}
