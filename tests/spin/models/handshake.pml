/* A connection is opened in three messages over a line that holds one of them and may lose it; the client can hang up. */
mtype = { CLOSED, CALLING, CONNECTED };
mtype = { LISTENING, ANSWERING, SERVING };
mtype = { NONE, SYN, SYNACK, ACK, FIN };
mtype client = CLOSED, server = LISTENING, line = NONE;

active proctype network() {
  do
  :: d_step { client == CLOSED && line == NONE && server == LISTENING -> client = CALLING; line = SYN }
  :: d_step { client == CALLING && line == NONE -> line = SYN }
  :: d_step { client == CALLING && line == SYNACK -> client = CONNECTED; line = ACK }
  :: d_step { client == CONNECTED && line == SYNACK -> line = ACK }
  :: d_step { client == CONNECTED && server == SERVING && line == NONE -> client = CLOSED; line = FIN }
  :: d_step { client == CLOSED && line == NONE && server != LISTENING -> line = FIN }
  :: d_step { line == SYN -> server = ANSWERING; line = SYNACK }
  :: d_step { server == ANSWERING && line == NONE -> line = SYNACK }
  :: d_step { line == ACK -> server = SERVING; line = NONE }
  :: d_step { line == FIN -> server = LISTENING; line = NONE }
  :: d_step { line != NONE -> line = NONE }
  od
}
