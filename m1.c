extern void reach_error(void);
#include <string.h>
#include <stdlib.h>
int a[6]={1,2,3,4,5,6}, b[6]; struct P {int x; char c; short s;} p[3], q[3];
int main(void){ int n = 3; memcpy(b+1, a+2, n*sizeof(int)); if (b[0]||b[1]!=3||b[3]!=5||b[4]) reach_error();
 memset(a+4, 0, 2*sizeof *a); if (a[3]!=4||a[4]||a[5]) reach_error();
 memset(a, -1, sizeof(int)*(n-1)); if (a[0]!=-1||a[1]!=-1||a[2]!=3) reach_error();
 memset(&a[2], 1, 4); if (a[2]!=0x01010101) reach_error();
 memmove(b+2, b+1, 3*sizeof(int)); if (b[1]!=3||b[2]!=3||b[3]!=4||b[4]!=5||b[5]) reach_error();
 memmove(b, b+1, 4*sizeof(int)); if (b[0]!=3||b[1]!=3||b[2]!=4||b[3]!=5||b[4]!=5) reach_error();
 p[1].x=5; p[1].c='a'; p[1].s=-3; memcpy(&q[2], &p[1], sizeof(struct P)); if (q[2].x!=5||q[2].c!='a'||q[2].s!=-3) reach_error();
 memset(q, 0, sizeof q); if (q[2].x||q[2].c||q[2].s) reach_error();
 memset(p, 255, 2*sizeof *p); if (p[1].x!=-1||p[1].s!=-1) reach_error(); if (p[2].x) reach_error();
 int *c = calloc(n, sizeof(int)); if (c[0]||c[1]||c[2]) reach_error(); c[2]=4; memcpy(c, &c[2], sizeof(int)); if (c[0]!=4) reach_error();
 char s[10]; memset(s, 'x', 9); s[9]=0; if (strlen(s)!=9) reach_error(); memset(s+n, 0, 1); if (strlen(s)!=3) reach_error();
 return 0; //END
}
