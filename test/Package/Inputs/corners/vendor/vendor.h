#define OF_VENDOR 4
