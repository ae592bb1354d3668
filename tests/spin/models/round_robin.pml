/* A scheduler with three tasks: each runs for at most two ticks, then the next ready one has its turn. */
byte current, ticks;
bool ready[3], running;
#define ready0 ready[0]
#define ready1 ready[1]
#define ready2 ready[2]

active proctype system() {
  do
  :: if
     :: skip
     :: ready[0] = true
     :: ready[1] = true
     :: ready[2] = true
     :: d_step { running -> ready[current] = false }
     fi;
     d_step {
       if
       :: ready[current] && ticks < 2 -> running = true; ticks++
       :: else -> ticks = 0; current = (current + 1) % 3; running = false
       fi
     }
  od
}
