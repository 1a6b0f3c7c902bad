// Gives the precompiled header an object library to live in.
