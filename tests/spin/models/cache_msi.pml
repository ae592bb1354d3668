/* Two caches of one bit that are modified, shared or invalid. value is what was written last. */
mtype = { INVALID, SHARED, MODIFIED };
mtype line[2] = INVALID;
bit data[2], memory, value;
#define line0 line[0]
#define line1 line[1]
#define data0 data[0]
#define data1 data[1]

active [2] proctype cpu() {
  byte o = 1 - _pid;
  do
  :: d_step { line[_pid] == INVALID ->
       if
       :: line[o] == MODIFIED -> memory = data[o]; line[o] = SHARED
       :: else
       fi;
       data[_pid] = memory; line[_pid] = SHARED }
  :: d_step { value = 1 - value; line[o] = INVALID; line[_pid] = MODIFIED; data[_pid] = value }
  :: d_step { line[_pid] == SHARED -> line[_pid] = INVALID }
  :: d_step { line[_pid] == MODIFIED -> memory = data[_pid]; line[_pid] = INVALID }
  od
}
