#define FORCED 5
