/* Lamport's bakery for two, whose tickets go up to 3: nobody enters the shop while the other one holds the last ticket. */
bool choosing[2], crit[2];
byte ticket[2];
#define crit0 crit[0]
#define crit1 crit[1]
#define ticket0 ticket[0]
#define ticket1 ticket[1]

active [2] proctype customer() {
  byte other = 1 - _pid;
  do
  :: d_step { ticket[other] < 3 -> choosing[_pid] = true };
     ticket[_pid] = ticket[other] + 1;
     choosing[_pid] = false;
     !choosing[other];
     ticket[other] == 0 || ticket[_pid] < ticket[other] || (ticket[_pid] == ticket[other] && _pid < other);
     crit[_pid] = true;
     d_step { crit[_pid] = false; ticket[_pid] = 0 }
  od
}
