"""What the cases with symbolic sizes mean, in numpy: values for the sizes 0 and 1.

A function has the name of its case and the case's inputs in their order. The annotation of a parameter is its shape: names of sizes, numbers, products.
An input without an annotation keeps the values of the case. modes.py checks each function with the values that the case has,
then runs the models on inputs of other sizes. `undefined` says why sizes have no meaning.
"""

import numpy as np

f32, f64, i32, i64 = np.float32, np.float64, np.int32, np.int64


class Undefined(Exception):
    """Why a case has no meaning for inputs of these sizes."""


def undefined(condition, reason):
    if condition:
        raise Undefined(reason)


def most(x, largest=True):
    undefined(x.size == 0, "the largest or smallest of nothing")
    return np.max(x) if largest else np.min(x)


def least(x):
    return most(x, largest=False)


def item(x, *indices):
    """x[indices], which must lie within."""
    for size, index in zip(x.shape, indices):
        undefined(not -size <= index < size, "an index out of range")
    return x[tuple(indices)]


def relu(x):
    return np.maximum(x, 0)


def leaky(x, slope):
    return np.where(x < 0, x * slope, x)


# Whole algorithms


def algo_bubble_sort(x: "N"):
    return np.sort(x)


def algo_horner(x: "N"):
    y = x * 0
    for c in 1 / 120, 0, -1 / 6, 0, 1, 0:
        y = y * x + c
    return y


def algo_levenshtein(a: "N", b: "M"):
    row = list(range(len(b) + 1))
    for i, one in enumerate(a):
        following = [i + 1]
        for j, other in enumerate(b):
            following.append(min(row[j] + int(one != other), row[j + 1] + 1, following[j] + 1))
        row = following
    return i64(row[-1])


def algo_power_iteration(a: "N N"):
    v, last, value = np.ones(len(a), f32), 0, 1
    while abs(value - last) > 1e-6:
        last = value
        v = a @ v
        value = most(np.abs(v))
        v = v / value
    return value


def algo_viterbi(score: "T K", move: "K K"):
    best, back = item(score, 0), []
    undefined(best.size == 0, "the best of nothing")
    for row in score[1:]:
        total = best[:, None] + move
        back.append(total.argmax(0))
        best = total.max(0) + row
    path = [best.argmax()]
    for places in reversed(back):
        path.insert(0, places[path[0]])
    return np.array(path, i64)


# Attributes and constants


def attr_changed_in_the_body(x: "N"):
    return x * 4 + 2


def attr_default_is_int_for_float(x: "N"):
    return x + f32(1 / 3)


def attr_dtype_parameter(x: "N"):
    return x.astype(i64), x.astype(f64)


def attr_every_scalar_kind_as_tensor(x: "N"):
    return x * 2 + f32(0.5 - 3)


def attr_loop_bound_zero(x: "N"):
    return x + x * 8


def attr_overridden_on_the_command_line(x: "N"):
    return x * f32(-0.5) - 7


def attr_reference_in_subgraphs(x: "N"):
    def g(slope):
        y = x
        for _ in range(3):
            if least(y) < 0:
                y = leaky(y, slope) + x.sum() * slope
        return y

    return g(f32(0.5)) + g(f32(0.25))


def attr_string_as_tensor(s: "N"):
    return s + "!", (s == "!").astype(bool)


def attr_optional_default_is_set(x: "N"):
    return x + 2


def attribute_forwarded(x: "N"):
    return leaky(x, f32(0.25)) + leaky(x, f32(0.5))


def attribute_optional_float(x: "N"):
    return leaky(x, f32(0.01)) + leaky(x, f32(0.5))


def const_auto_variable_next_to_float(x: "N"):
    return x + f32(2.5)


def const_string_starts_with(x: "N"):
    return x + f32(10)


def const_double_literal_keeps_precision(x: "N"):
    return (x - 0.1) * 1e9


def const_double_through_untyped_function(x: "N"):
    return (x * 3 - 0.1) * 1e9


def const_float16_literals(x: "N"):
    return np.minimum(np.float16(65504) - x * np.float16(0.1), np.float16(60000)) - np.float16(59968)


def const_host_arithmetic_is_cpp(x: "N"):
    return x - f32(241.5)


def const_int16_tensor(x: "N"):
    return np.concatenate([x, np.array([-32768, 7, 9], x.dtype)])


def const_int8_tensor(x: "N"):
    return np.concatenate([x, np.array([-128, 7, 9], x.dtype)])


def const_uint8_tensor(x: "N"):
    return np.concatenate([x, np.array([255, 7, 9], x.dtype)])


def const_uint32_tensor(x: "N"):
    return np.concatenate([x, np.array([2**32 - 1, 7, 9], x.dtype)])


def const_uint64_tensor(x: "N"):
    return np.concatenate([x, np.array([2**64 - 1, 7, 9], x.dtype)])


def const_left_to_right_float_literals(x: "N"):
    return 1 - x / 4 + 2 * x - 3


def const_negative_literals(x: "N"):
    return x * -3 + i32(-2147483647) + i32(1)


def const_returned_alone(x: "N"):
    return f32(1.5), np.array([4, -4], i64), np.True_


def const_string_tensor(s: "N"):
    return np.concatenate([s, np.array(["new", ""], object)]), (s == "b c").astype(bool)


def const_tensor_literal_2d(x: "N 2"):
    return x @ np.array([[1, 2, 3], [-1, 0.5, 0]], f32)


def const_uint64_above_int64(x: "N"):
    return x >= 2**63


def constexpr_functions_and_structs(x: "N"):
    return x * 120 + x * f32(0.5)


def scalar_clamp_of_attributes(x: "N"):
    return x + 9


def scalar_cmath_of_attributes(x: "N"):
    a = 2.5
    return x + f32(np.floor(a) + np.rint(a) + np.log1p(a) + np.log2(a) + np.trunc(a) + a + np.hypot(a, 1))


# Control flow


def do_while_once(x: "N"):
    y = x * 2 + 1
    while most(y) < 0:
        y = y + 1
    return y


def for_bool_state(x: "N"):
    return np.all(x[:-1] <= x[1:])


def for_captured_invariants(x: "N", w: "N", n):
    undefined(w.size == 0, "the mean of nothing")
    y = x
    for _ in range(n):
        y = y * (w * f32(0.5)) + w.mean()
    return y


def for_carried_only_after_loop(x: "N", n):
    last = y = x
    for i in range(n):
        last, y = y + f32(i), y * 2
    return last


def for_flexible_constant_state(x: "N", n):
    return x * f32(n) + x * 0


def for_if_in_loop_in_if(x: "N", c):
    y = x + 1
    for i in range(3):
        y = (y - 5 if most(y) > 7 else y + i) * 2
    return (y, x * 0) if c else (x * 0, y)


def for_negative_count_runs_never(x: "N", n):
    return x + f32(max(n, 0))


def for_one_trip(x: "N"):
    return x * 5


def for_swap_carried(x: "N", y: "N"):
    a, b = x, y
    for _ in range(3):
        a, b = b + 1, a
    return a, b


def for_swap_untyped(x: "N", n):
    return (x * 2, x) if n % 2 else (x, x * 2)


def for_two_loops_same_names(x: "N"):
    y = x
    for i in range(2):
        y = (y + i) * 2
    for i in range(3):
        y = y - i + 1
    return y


def for_unused_body_local(x: "N"):
    return x + 1


def for_zero_trips(x: "N", n):
    return x if n <= 0 else x * 0 + f32(n - 1)


def array_carried_by_for(x: "N"):
    a, b, c = x, x, x * 2
    for _ in range(3):
        a, b, c = b, c, b + c
    return a + b + c


def array_indexed_in_a_loop(x: "N", n):
    count = x + x * f32(n)
    return x * 111, count * f32(n)


def bool_of_tensor(x: "N"):
    return x * 2 if most(x) > 3 else x


def helper_with_early_returns(x: "N"):
    return x * 0 if most(x) > 20 else x - 1 if most(x) > 5 else x + 1


def if_branches_of_other_shape(x: "N", c):
    return x.sum(dtype=f32) if c else np.concatenate([x, x])


def if_dangling_else(x: "N", a, b):
    return x if not a else x + 1 if b else x + 2


def if_else_if_without_else(v: "N", k):
    def rate(k):
        return v * 100 + (k + 1 if 0 <= k <= 2 else 0)

    return np.concatenate([rate(k), rate(k - 1), rate(k + 1)])


def if_literals_in_branches(x: "N", c):
    return x * (1 if c else 2)


def if_on_declared_rank_is_folded(x: "N 3", w):
    return x + w


def if_on_declared_type_is_folded(x: "N"):
    return x * 2 + (1 if len(x) == 5 else 0)


def if_operator_writes_captured(x: "N", c):
    return x * 10 + x + 1 if c else x * 8 + x


def if_return_after_return_is_dead(x: "N"):
    return x + 1


def if_return_in_middle_of_branches(x: "N", k):
    def g(k):
        if k > 1:
            return (x + 1) * 7 if k > 3 else (x + 1) * 2 + 100
        return -x if k == 0 else x + 95

    return np.concatenate([g(k), g(k + 1), g(k + 2), g(k + 4)])


def if_set_in_both_one_none_true(x: "N", c):
    one = x * 20 if c else x + 2
    return (one - x if c else one + x) + one * 2


def if_three_deep_same_temps(x: "N"):
    def pick(x):
        s = x.sum()
        if s <= 0:
            return -x
        t = x + 1
        u = t * 3 if s <= 10 else x * 4 - 1 if s <= 100 else x * 2 * (x * 2)
        return u + t

    return pick(x), pick(x + 10), pick(x * 1000), pick(-x)


def if_three_operands_and(x: "N", a, b, c, d):
    return x + f32((1 if a and b and not c and d else 0) + (10 if c or not a or b else 0) + (100 if not a or c or not d else 0))


def jump_bare_break_at_end(x: "N", n):
    return x + (10 if n > 0 else 0)


def jump_break_in_first_iteration(x: "N"):
    y = x
    for _ in range(5):
        y = y + 1
        if most(x) > 0:
            break
        y = y * 100
    return y


def jump_continue_then_break(x: "N"):
    s = i64(0)
    for v in x:
        if v == 0:
            break
        s += 0 if v < 0 else -1 if v > 100 else v
    return s


def jump_return_in_loop_in_branch(x: "N", c):
    def g(y, c):
        if c:
            while True:
                y = y * 2
                if most(y) > 10:
                    return y
                if least(y) <= -5:
                    break
            y = y + 1000
        return y - 1

    return g(x, c), g(x * x, c), g(x, not c)


def jump_return_of_loop_local(x: "N"):
    for i in range(100):
        if most(x * i) > 20:
            return x * i - 1
    return x


def struct_carried_by_while(x: "N"):
    count = i64(0)
    while most(x) < 20:
        x, count = x * 2, count + 1
    return x, count


def switch_default_in_the_middle(x: "N"):
    return (x + 2) * 3


def switch_enum_attribute(x: "N"):
    return relu(x) + x * x * 10 + x * 100


def switch_on_template_parameter_is_folded(x: "N"):
    return np.abs(x) + x * 90


def switch_shared_labels(x: "N"):
    return x * 30000 + x * 300 + (x - 1) + x


def switch_string_attribute_chain(x: "N"):
    return np.concatenate([x] * 6)


def ternary_nested(x: "N"):
    m = most(x)
    return x if m > 100 else x + 1 if m > 10 else x + 2 if m > 1 else x + 3


def ternary_of_computed_values_is_where(x: "N", y: "N", c):
    return x if c else y


def ternary_on_attribute(x: "N"):
    return x * 2 + np.abs(x)


def variable_first_set_in_branches(x: "N"):
    return x * 3 if x.sum() < 10 else x - 1


def vector_grown_in_loop(x: "N"):
    return np.concatenate([x, x * 2, x * 3, x * 4])


def while_true_break(x: "N"):
    y = x + 1
    while least(y) < 2:
        y = y + 1
    return y


def while_zero_trips(x: "N"):
    while most(x) > 100:
        x = x / 2
    return x


# Functions


def abbreviated_template_helper(x: "N"):
    return (x + 2) * 3


def func_annotated_lambda(x: "N"):
    return x * x + (x + 1) * (x + 1)


def func_chain_four_deep_declared_late(x: "N"):
    y = x + 1
    return (y * y + (y + 1) * (y + 1)) * 3 * 2 - 1


def func_default_arguments_in_calls(x: "N"):
    return (x * 2 + 3) + (x + 3) * 10 + x * 100 + -x * 1000


def func_helper_with_control_flow(x: "N"):
    def settle(x, rounds, limit):
        for _ in range(rounds):
            if most(x) > limit:
                return x - 100
            x = x * 2
        return x

    return settle(x, 2, 1000) + settle(x, 5, 7) * 1000


def func_lambda_generic_and_mutable(x: "N"):
    return x * 2 + x * 40 + x * 100 + x * 2 + 6


def func_namespaces_are_domains(x: "N"):
    return x * 2 + 1 + x * 2 + x * 100


def func_options_domain_and_name(x: "N"):
    return x * 4 + 1 + x * f32(0.5)


def func_state_struct_through_helper(x: "N"):
    kept = x[x >= -1]
    with np.errstate(invalid="ignore"):
        return kept.sum(dtype=f32) / f32(len(kept))


def func_traced_helper_without_run_time_values(x: "N"):
    return x[None], x[None, None] * 2


def func_type_variable_shared(x: "N", y: "N"):
    return x + (x * 3 - x) * f32(0.5), y + 0.25


def func_variadic_template_fold(x: "N"):
    return x + x * 2 + 3 + ((x * 10 + x * 2) * 10 + x * f32(0.5))


def func_vendor_operator_declared_by_user(x: "N"):
    return x / (1 + np.abs(x)) * 2


def opset_13_and_script_of_same(x: "N"):
    return np.abs(x.sum(keepdims=True, dtype=f32)) * 2


def overloads_of_scripts(x: "N"):
    return x * 3 + x * x + x * 5


def reference_parameter_helper(x: "N"):
    return x * 4 + 3


def reference_to_member_of_struct(x: "N"):
    return x + x * 2 + 1


def inline_symbols_of_two_functions(x: "N"):
    y = np.exp(x + 1)
    return (np.concatenate([y, y]) / 2 - 1) / 3


def template_instances_of_element_types(x: "N", n: "N"):
    return x + 2, n + 5


def template_on_callable(x: "N"):
    return np.exp(np.exp(x)) + x


def template_with_if_constexpr(x: "N"):
    return np.abs(x) * 10 + x * x


def using_directives(x: "N"):
    return relu(x) + 1


def variadic_parameter_span(x: "N", y: "N"):
    return np.concatenate([y, x, y])


def variadic_parameter_vector(x: "N", y: "N"):
    return (x + y * 2 + x * 3) / 3 + y


# Indices


def index_by_attribute(x: "N M"):
    return item(x, 2), x[2:]


def index_by_loop_variable(x: "N M"):
    y = item(x, 0)
    for i in range(1, len(x)):
        y = y * 2 + x[i] - item(x, i - 1, -1)
    return y


def index_of_unknown_type(v: "N", i):
    def pick(i):
        return item(v, i) * 10 + item(v, i % 2)

    return pick(i), pick(i - 1)


def index_one_tensor(x, i: "K"):
    return x[i], x[:, i], x[0:2, i]


def index_put_empty_middle_dimension_by_mask(x: "A B C", m: "A"):
    return np.where(m[:, None, None], f32(0), x)


def index_put_empty_second_dimension(x: "A B"):
    return np.ones_like(x)


def index_scalar_mask(x: "N", m):
    return x[m], np.where(m, f32(0), x)


def index_slice_bounds_are_tensors(x: "N", i):
    return np.concatenate([x[i:i + 2], x[:i], x[-i:]])


def index_tensors_apart_move_to_front(x, i: "K", j: "K"):
    return x[i, :, j]


def empty_tensors(x: "N 3"):
    return x.sum(0, dtype=f32), i64(len(x))


def optional_gap_before_given_input(x: "N", m):
    return np.minimum(x, m), x[4:0:-2]


def sequence_carried_and_indexed(x: "N 4"):
    return item(x, -1) * 100 + item(x, 0), i64(len(x))


def short_circuit_guards_an_index(x: "N"):
    return i64(next((i for i, value in enumerate(x) if value <= 0), len(x)))


def side_effects_once(x: "N", n):
    return item(x + 1 if n > 1 else x, 0) + n - 1, x + 506


# Names, operators, types


def logic_comparison_of_bools(a: "N", b: "N"):
    return a != b, a


def logic_with_bool_literal_and_attribute(x: "N"):
    return x > 0


def name_like_generated_ones(x: "N"):
    positive = relu(x)
    y, y_1 = x, x * 2
    for _ in range(2):
        y = y + positive + 1
        if most(y) > 0:
            y_1 = y = y + x * 2
    return positive + (positive + 1) * 10 + y * 2 + y_1 + x + (positive + 1) + x + x * 3


def name_non_ascii_and_long(size: "N"):
    return size + 1


def name_parameter_same_as_function_and_operator(x: "N"):
    return relu(x) + x * 2


def name_same_local_in_inlined_helpers(x: "N"):
    def one(x):
        return (x + 1) * (x + 1)

    t = one(x) + 2
    t = one(t) - t
    return t + one(t) * f32(0.5)


def name_shadowing_in_every_block(x: "N"):
    most(x)
    return x * 6 + 1 + 100 + x + 1 if most(x * 6 + 1 + 100) > 0 else x * 6 + 1 + x + 1


def oper_broadcast_and_rank0(a: "N 1", b: "M", s):
    return (a - b) * s / (1 + np.abs(a * b))


def oper_casts(x: "N", n: "K"):
    return x.astype(i32), x.astype(f64), x != 0, (x > 0).astype(f32), n.astype(str).astype(object)


def oper_chained_assignment(x: "N"):
    c = x + 1
    return (c * 2 + c) * 100 + c * 20 + c


def oper_compound_assignments(x: "N"):
    y = (x + 10 - x) * x
    y = np.fmod(np.trunc(y / 3).astype(i64), 7)
    return (y | 8) & 13 ^ 5


def oper_compound_uses_whole_right_side(x: "N"):
    y = x + 1
    return (y * (y - 2) / 4 + 1) * 3


def oper_float_modulo(x: "N", y: "N"):
    return np.fmod(x, y) * 100 + np.fmod(x, f32(2))


def oper_increment_prefix_and_postfix(x: "N"):
    return x + x * 10 + (x + 2) * 100 + (x + 2) * 1000 + x * 10000


def oper_input_returned_as_is(x: "N"):
    return x


def oper_modulo_has_sign_of_dividend(x: "N", y: "N"):
    return np.fmod(x, 3) * 100 + np.fmod(x, -5), np.fmod(y, i32(4))


def oper_modulo_of_unknown_type(x: "N", n: "N"):
    return np.fmod(x, f32(2)), np.fmod(n, 3)


def oper_shape_queries(x: "N M", y: "N*M"):
    undefined(x.shape[1] == 0, "0 in a shape of Reshape is the input's size there, which it has not")
    with np.errstate(invalid="ignore"):
        mean = x.sum(dtype=f32) / f32(x.size)
    return y.reshape(x.shape), f32(mean * x.shape[1] + 2), np.array(x.shape, i64)


def oper_shifts_unsigned(x: "N", k: "N"):
    return (x << np.uint32(3)) + (x >> k) + (x << k >> np.uint32(1))


def oper_unsigned_division_and_remainder(x: "N"):
    return x % np.uint64(10) + (x >> np.uint64(1)) % np.uint64(7)


def types_of_operators(a: "N", b: "N"):
    return ~a, b | np.uint8(8), (b << np.uint8(1)) ^ np.uint8(1)


def conversion_between_types(x: "N"):
    return x.astype(i64), x != 0, (x > 0).astype(f64)


def debug_information_changes_nothing(x: "N"):
    return x * 2 + 1


def broadcast_at_two_shapes(x: "N M", y: "M"):
    return x * y


def strings_compared_and_joined(s: "N"):
    return np.array([each + "!" if each == "a" else each for each in s], object)


def scalar_arithmetic_of_dimensions(x: "N"):
    n = len(x)
    undefined(n == 0, "a division by the size")
    return i64(n // 2 * 100 + n % 3 * 10 - 7 // n), f64(n * 0.5)


def unknown_rank_outputs(x: "N M", shape):
    undefined(x.size != np.prod(shape), "a shape of another number of elements")
    negative = -x.reshape(shape)
    return negative, negative + 1 if most(x) > 0 else negative


# Optional, variadic and several values


def array_result(x: "N"):
    return x * 2, x * 3


def optional_asked(x: "N", y: "N"):
    return x + y * 2, x - 1, x * y.sum(dtype=f32)


def optional_in_the_middle(x: "N", y: "N"):
    return x * 100 + y


def optional_passed_on(x: "N"):
    return np.maximum(x, -1) * 10000 + np.minimum(x, f32(0.25)) * 100 + x


def outputs_unique_middle_ones(x: "N"):
    values, inverse, counts = np.unique(x, return_inverse=True, return_counts=True)
    return inverse.astype(i64), counts.astype(i64) * 100 + values


def outputs_unused_are_skipped(x: "N"):
    undefined(len(x) < 2, "the two largest of fewer")
    places = np.argsort(-x, kind="stable")[:2]
    return places.astype(i64), x[places] * 10


def range_for_over_braced_tensors(x: "N", y: "N"):
    return (x * 2 + y) * 2 + x + y


def struct_nested_result(x: "N"):
    return x * 2, x * x, x * 3


def struct_parameter(scale: "N", shift: "N", x: "N"):
    return x * scale + shift


def struct_with_operators(x: "N", y: "N"):
    return x * x - y * y, x * y + y * x


def swap_and_move(x: "N", y: "N"):
    return y * 10 + x


def tuple_get_and_tie(x: "N"):
    return x * 2 + x * x * 10 + x * 300


def variadic_built_in_a_vector(x: "N"):
    return np.concatenate([x * k for k in range(1, 6)])


def variadic_operators(x: "N"):
    return x * 1000 + x * 40 + np.minimum(np.minimum(x, -x), -1)


# Operators with subgraphs


def loops_nested_deep(x: "N", n):
    return (f32(0), 0) if n == 0 else (x, 28)  # of one iteration each, or none


def loops_nested_of_all_kinds(x: "N", n):
    total, count = f32(0), 0
    for i in range(int(n)):
        for _ in range(int(n)):
            for _ in range(int(n)):
                total, count = total + x * f32(n + 1), count + 1
            for left in range(int(n)):
                total = total + x * f32(left + 1)
        count += i * 4
    return total, count


def loop_operator_with_captures(x: "N", n):
    rows = [x * f32(2 ** (k + 1)) for k in range(n)]
    return x * f32(2**n), np.array(rows, f32).reshape(n, len(x))


def loop_scan_of_zero_trips(n, x: "N"):
    return x * f32(2**n)


def subgraph_if_with_captures_and_attribute(x: "N", c):
    def g(c, k):
        shift = x * f32(0.5)
        return x * k + shift if c else (shift - k) * (shift - k)

    return g(c, 3) * 100 + g(not c, 2)


def subgraph_nested_lambdas(x: "N", a, b):
    y = x + 1
    return x * 7 if not a else y * x if b else y - x


def subgraph_scan_captures_and_two_states(x: "N 2", w):
    undefined(len(x) == 0, "a Scan over nothing, which ONNX Runtime does not run")
    s, m, rows = w * 0, w, []
    for row in x:
        s, m = s * f32(0.5) + row * w, np.maximum(m, row)
        rows.append(s + m)
    return s + m, np.array(rows, f32).reshape(len(x), 2)


def subgraph_sequence_map_capture(x: "N 2", w):
    undefined(len(x) == 0, "a concatenation of nothing")
    return x * w + 1


# Indexing


def mask_of_rank_0(x: "N", m, i):
    for k in i:
        item(x, k)
    return x[m], np.where(m, f32(0), x), x[None], x[i] if m else x[:0]


def index_put_empty_dimensions(x: "A B C", m: "A"):
    masked, all_ones, first = np.where(m[:, None, None], f32(0), x), np.ones_like(x), x.copy()
    first[:, 0:1] = 2
    return masked, all_ones, first


index_put_empty_dimensions_opset13 = index_put_empty_dimensions


def backward_slices(x: "N", s):
    return x[-7::-1], x[2:2**63 - 1:-1], x[::s], x[-7::s], x[-2::-1]


# Identities, optional attributes, control flow on numbers


def attr_optional_default_of_main(x: "N"):
    return x + 2, x - 1, x - 3


def attr_optional_with_set_default(x: "N"):
    return x + 2, x + 7, x - f32(0.5), leaky(x, f32(2)), leaky(x, f32(0.01)), leaky(x, f32(3))


def names_of_the_standard_library(x: "N", n: "N"):
    return x + 4, n * 2


def template_instances_differ(x: "N", n: "N"):
    return x + 2, n + 5, x * f32(0.5), np.trunc(n / 3).astype(i64), n + n


def control_conditions_of_one_element(c, n: "N", b: "1 K 1"):
    undefined(n.size != 1 or b.size != 1, "a condition of another number of elements than one")
    return i64(100 * (c.item() != 0) + 10 * (n.item() != 0) + b.item())


def control_for_loop(x: "N", n):
    total, power, half = f32(0), f32(1), f32(1)
    for i in range(int(n)):
        total, power, half = total + f32(i) * x, power * x, half * f32(0.5)
    return total, power, x * half


def control_if_on_a_float(x: "N", c):
    return x if c != 0 else -x


def control_loop_of_a_number(x: "N", n):
    total, half, halves = f32(0), f32(1), []
    for i in range(int(n[0])):
        total, half, more = total + x, half / f32(2), np.full_like(x, half)
        halves.append(more)
        if i == 3:
            break
    return total, np.array(halves, f32)


def control_scan_along_axes(x: "2 N", y: "N 2"):
    undefined(len(y) == 0, "a Scan over nothing, which ONNX Runtime does not run")
    forward = x[:, ::-1] + y.T
    return forward[:, ::-1], forward, i64(2 * len(y))


def control_states_that_rotate(x: "N", n):
    states = [x, x[None], np.zeros((3, 1), f32), f32(7)]
    turn = int(n) % 4
    return tuple(states[turn:] + states[:turn])
