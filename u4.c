extern void reach_error(void);
struct N { int tag; union { int i; char c; struct N *next; unsigned char raw[4]; }; };
int main(void){ struct N a,b; a.tag=0; b.tag=1; b.next=&a; a.i = -2;
 if (b.next->c != -2) reach_error(); if (a.raw[3] != 255) reach_error();
 b.next->c = 0; if (a.i != -256) reach_error();
 struct N n = { .tag = 3, .i = 511 }; if (n.c != -1) reach_error();
 struct N m = { 3, { .c = 'a' } }; if (m.raw[0] != 97) reach_error();
 struct N arr[2] = { [1] = { .tag = 2, .raw = {1,2,3,4} } };
 if (arr[1].i != 0x04030201 || arr[0].i != 0) reach_error();
 struct N *p = arr; p++; unsigned char *r = p->raw; r += 2; *r = 0; if (p->i != 0x04000201) reach_error();
 int *ip = &p->i; *ip = 77; if (p->c != 77 || *r != 0) reach_error();
 return 0; //END
}
