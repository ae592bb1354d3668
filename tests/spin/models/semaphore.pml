/* Three workers share a semaphore of two. */
byte free = 2, inside;
bool busy[3];
#define busy0 busy[0]
#define busy1 busy[1]
#define busy2 busy[2]

active [3] proctype worker() {
  do
  :: d_step { free > 0 -> free--; inside++; busy[_pid] = true };
     d_step { free++; inside--; busy[_pid] = false }
  od
}
