/* A token goes round three stations. Who holds it and has something to send sends for one step. */
byte token;
bool want[3], sends;
#define want0 want[0]
#define want1 want[1]
#define want2 want[2]

active proctype ring() {
  do
  :: if
     :: skip
     :: want[0] = true
     :: want[1] = true
     :: want[2] = true
     fi;
     d_step {
       if
       :: sends -> sends = false; want[token] = false; token = (token + 1) % 3
       :: !sends && want[token] -> sends = true
       :: else -> token = (token + 1) % 3
       fi
     }
  od
}
