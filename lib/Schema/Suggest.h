//===- Suggest.h - "Did you mean": the nearest of the names that exist ------===//
#ifndef ONNXC_SCHEMA_SUGGEST_H
#define ONNXC_SCHEMA_SUGGEST_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace onnxc::schema {

/// The number of letters to insert, delete or replace that turns `a` into `b`; letter case does not count.
size_t editDistance(std::string_view a, std::string_view b);

/// `"; did you mean 'NAME'?"` for the candidate that is nearest to `wrong`, or "" when none is near.
std::string didYouMean(std::string_view wrong, const std::vector<std::string> &candidates);

/// Names of operators of the domain that `name` may be a misspelling of, best first; at most three.
std::vector<std::string> suggest(std::string_view domain, std::string_view name);

} // namespace onnxc::schema

#endif // ONNXC_SCHEMA_SUGGEST_H
