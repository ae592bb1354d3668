extern void reach_error(void);
struct P { int x, y; }; 
int sum(struct P *p){ return p->x + p->y; }
int s2(struct P p){ return p.x*10+p.y; }
int main(void){ if (sum(&(struct P){3,4}) != 7) reach_error(); if (s2((struct P){.y=2,.x=1}) != 12) reach_error();
 int *a = (int[]){1,2,3}; a[1]=9; if (a[0]+a[1]+a[2] != 13) reach_error();
 int i; int tot=0; for (i=0;i<3;i++){ int *q = (int[3]){i}; tot += q[0]+q[1]; q[1]=5; } if (tot!=3) reach_error();
 struct P p = {1,2}; p = (struct P){p.y,p.x}; if (p.x!=2||p.y!=1) reach_error();
 struct P arr[5] = { [1 ... 3] = {7,8}, [2].y = 1 }; if (arr[3].y!=8||arr[2].y!=1||arr[2].x!=7||arr[4].x||arr[0].x) reach_error();
 struct { struct P a; int b[3]; } n = { .a.y = 4, .b[1] = 5, 6, .a.x = 3 }; if (n.a.x!=3||n.a.y!=4||n.b[0]||n.b[1]!=5||n.b[2]!=6) reach_error();
 struct P w = (i>2) ? (struct P){1,1} : p; if (w.x!=1||w.y!=1) reach_error();
 if ((i<2 ? w : p).x != 2) reach_error();
 int m[2][3] = { [1][1]=5, 6 }; if (m[1][2]!=6||m[0][0]) reach_error();
 char str[] = "ab\0c"; if (sizeof str != 5 || str[3] != 'c') reach_error();
 char t[8] = { [2]='x', 'y' }; if (t[3]!='y'||t[4]) reach_error();
 return 0; //END
}
