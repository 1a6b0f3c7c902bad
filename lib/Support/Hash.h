//===- Hash.h - Hashes of content, the same everywhere -------------------------===//
#ifndef ONNXC_SUPPORT_HASH_H
#define ONNXC_SUPPORT_HASH_H

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace onnxc::support {

inline uint64_t mixHash(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2);
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
  return hash ^ (hash >> 31);
}

/// FNV-1a, then mixed.
inline uint64_t hashText(std::string_view text, uint64_t seed = 0) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (unsigned char byte : text)
    hash = (hash ^ byte) * 0x100000001b3u;
  return mixHash(hash, seed);
}

inline std::string hexText(uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

} // namespace onnxc::support

#endif
