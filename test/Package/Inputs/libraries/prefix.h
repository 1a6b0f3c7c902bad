#define FROM_PREFIX 1
