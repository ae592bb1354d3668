/* Two readers and a writer. New readers wait while the writer waits, if the reader who would come is not already in. */
byte readers;
bool writing, queued, reader_in[2];
#define reading0 reader_in[0]
#define reading1 reader_in[1]

active [2] proctype reader() {
  do
  :: d_step { !reader_in[_pid] && !writing && !queued -> reader_in[_pid] = true; readers++ }
  :: d_step { reader_in[_pid] -> reader_in[_pid] = false; readers-- }
  od
}

active proctype writer() {
  do
  :: d_step { !queued && !writing -> queued = true }
  :: d_step { queued && readers == 0 -> queued = false; writing = true }
  :: d_step { writing -> writing = false }
  od
}
