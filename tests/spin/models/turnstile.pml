/* A turnstile: a coin lets one person through; pushing it without one rings the bell until the guard comes. */
bool locked = true, bell;
byte coins, passed;

active proctype turnstile() {
  do
  :: d_step { !bell && locked -> locked = false; coins = (coins + 1) % 5 }
  :: d_step { !bell && !locked -> locked = true; passed = (passed + 1) % 5 }
  :: d_step { !bell && locked -> bell = true }
  :: d_step { bell -> bell = false }
  od
}
