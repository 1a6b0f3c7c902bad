#define OF_FOUND 3
