/* Three philosophers take the left fork first, and put it back if the right one is not there. */
byte st[3];      /* 0 thinks, 1 has a fork, 2 eats */
bool taken[3];
#define st0 st[0]
#define st1 st[1]
#define st2 st[2]
#define fork0 taken[0]

active [3] proctype philosopher() {
  byte right = (_pid + 1) % 3;
  do
  :: d_step { st[_pid] == 0 && !taken[_pid] -> taken[_pid] = true; st[_pid] = 1 }
  :: d_step { st[_pid] == 1 && !taken[right] -> taken[right] = true; st[_pid] = 2 }
  :: d_step { st[_pid] == 1 && taken[right] -> taken[_pid] = false; st[_pid] = 0 }
  :: d_step { st[_pid] == 2 -> taken[_pid] = false; taken[right] = false; st[_pid] = 0 }
  od
}
