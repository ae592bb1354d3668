extern void reach_error(void);
#include <string.h>
#include <stdlib.h>
struct N { struct N *next; int v; int arr[2]; };
int main(void){ struct N *h = 0; int i; for(i=0;i<3;i++){ struct N *n = calloc(1,sizeof *n); if (n->next || n->v || n->arr[1]) reach_error(); n->next=h; n->v=i; n->arr[1]=i; h=n; }
 int s=0; for (struct N *p=h;p;p=p->next) s = s*10+p->v+p->arr[1]-p->arr[0]; if (s!=420) reach_error();
 struct N c; memcpy(&c, h, sizeof c); if (c.v!=2||c.next->v!=1) reach_error(); c.v=7; if (h->v!=2) reach_error();
 memset(h, 0, sizeof *h); if (h->next||h->v) reach_error();
 int n = 4; int vla[n]; if (sizeof vla != 16) reach_error(); n=7; if (sizeof vla != 16) reach_error(); if (sizeof(int[n])!=28) reach_error();
 int v2[n][3]; if (sizeof v2 != 84 || sizeof v2[0] != 12) reach_error(); v2[6][2]=3; memset(vla,0,sizeof vla); if (vla[3]) reach_error();
 return 0; //END
}
