#pragma once
// The tests change this header; what includes it must be made again.
constexpr float defaultSlope = 0.5f;
