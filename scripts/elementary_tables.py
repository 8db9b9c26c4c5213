#!/usr/bin/env python3
"""Writes core/math/elementary_tables.cpp: numbers of the elementary functions, from mpmath at 100 digits.

python3 scripts/elementary_tables.py > core/math/elementary_tables.cpp

Needs mpmath 1.3 (Debian: python3-mpmath). The file is in the tree; only a change of a table needs this script.
core/math/elementary_tables.h explains the numbers.
"""

from mpmath import asin, atan, cos, exp, floor, ln, log, lu_solve, matrix, mp, mpf, nint, pi, sin, sinh, sqrt, tanh

mp.dps = 100


def literal(x, suffix=""):
    """A double as a hexadecimal constant of C++."""
    if x == 0:
        return "0"
    mantissa, exponent = float(x).hex().split("p")
    return mantissa.rstrip("0").rstrip(".") + "p" + exponent + suffix


def multiple(x, unit):
    return nint(x / unit) * unit


def head(x, bits):
    """The nearest number with this many bits."""
    return multiple(x, mpf(2) ** (floor(log(abs(x), 2)) + 1 - bits)) if x else mpf(0)


def rest(x):
    """The difference between a number and the nearest double, as a float."""
    return literal(head(x - mpf(float(x)), 24), "f")


def numbers(**values):
    for name, value in values.items():
        print(f"const double {name} = {literal(value)};")


def table(declaration, rows):
    print(f"const {declaration} = {{")
    for row in rows:
        print(f"    {{{', '.join(row)}}},")
    print("};")


def polynomial(name, f, low, high, degree):
    """Interpolates f at Chebyshev's nodes between low and high. No node may be 0, where f is 0/0."""
    count = degree + 1
    low, high = mpf(low), mpf(high)
    nodes = [(low + high) / 2 + (high - low) / 2 * cos(pi * (2 * k + 1) / (2 * count)) for k in range(count)]
    powers = matrix(count, count)
    values = matrix(count, 1)
    for k, x in enumerate(nodes):
        values[k] = f(x)
        for j in range(count):
            powers[k, j] = x**j
    print(f"const double {name}[{count}] = {{{', '.join(literal(c) for c in lu_solve(powers, values))}}};")


def odd(name, f, most, degree):
    """p of f(x) = x + x³ p(x²), |x| ≤ most."""
    polynomial(name, lambda z: (f(sqrt(z)) - sqrt(z)) / sqrt(z) ** 3, 0, mpf(most) ** 2, degree)


def two_over_pi():
    mp.dps = 500
    words, left = [], 2 / pi
    for _ in range(40):
        left *= 2**32
        words.append(int(floor(left)))
        left -= words[-1]
    mp.dps = 100
    return words


def logarithms():
    """Rows of the table, and the largest resulting |r|."""
    rows, largest = [], 0
    for i in range(128):
        # z is within half a step of the node; from node 53 on it is halved, so that it is on both sides of 1.
        scale = mpf(1) if i < 53 else mpf(1) / 2
        low, high = ((1 + (i + mpf(side) / 2) / 128) * scale for side in (-1, 1))
        span = lambda m: max(abs(low * m / 256 - 1), abs(high * m / 256 - 1))
        choices = [nint(512 / (low + high)) + k for k in (-1, 0, 1)]
        best = 256 if i == 0 else min(choices, key=span)
        # r = z m/256 − 1 is a multiple of (unit of z)/256, or twice that if m is even, and must have 53 bits.
        room = mpf(2) ** (-7 if i < 53 else -8)
        if span(best) > room:
            best = min((m for m in choices if m % 2 == 0), key=span)
            room *= 2
        assert span(best) <= room
        value = -ln(best / 256)
        # The only error of ln c + r is then the rounding of a sum of a larger and a smaller number.
        assert best == 256 or span(best) < abs(value)
        largest = max(largest, span(best))
        first = multiple(value, mpf(2) ** -42)
        rows.append((literal(best / 256), literal(first), literal(value - first)))
    return rows, largest


print("// Written by scripts/elementary_tables.py, not by hand.")
print('#include "core/math/elementary_tables.h"')
print()
print("namespace slipstick::elementary {")
print()

first = head(pi / 2, 33)
second = head(pi / 2 - first, 33)
numbers(quarterTurn1=first, quarterTurn2=second, quarterTurn3=pi / 2 - first - second)
numbers(halfPi=pi / 2, halfPiRest=pi / 2 - mpf(float(pi / 2)), twoOverPi=2 / pi)
print(f"const std::uint32_t twoOverPiWords[40] = {{{', '.join(hex(word) for word in two_over_pi())}}};")
odd("smallSineTerms", sin, 1 / 4, 4)
odd("sineTerms", sin, 1 / mpf(126), 1)
polynomial("cosineTerms", lambda z: (cos(sqrt(z)) - 1) / z, 0, 1 / mpf(126) ** 2, 2)
table(
    "SineAndCosine sines[52]",
    ([literal(sin(x)), literal(cos(x)), rest(sin(x)), rest(cos(x))] for x in (mpf(j) / 64 for j in range(52))),
)
print()

step = ln(2) / 64
numbers(expStep=head(step, 36), expStepRest=step - head(step, 36), expStepInverse=1 / step)
most = step * mpf("0.5005")
polynomial("expTerms", lambda r: (exp(r) - 1 - r - r * r / 2) / r**3, -most, most, 3)


def power(x):
    return [literal(x), literal(head(x / mpf(float(x)) - 1, 24), "f")]


table("Power powers[64]", (power(mpf(2) ** (mpf(j) / 64)) for j in range(64)))
print()

first = multiple(ln(2), mpf(2) ** -42)
numbers(logTwo=first, logTwoRest=ln(2) - first)
numbers(logTenInverse=head(1 / ln(10), 26), logTenInverseRest=1 / ln(10) - head(1 / ln(10), 26))
rows, largest = logarithms()
polynomial("logTerms", lambda r: (ln(1 + r) - r + r * r / 2) / r**3, -largest * mpf("1.001"), largest * mpf("1.002"), 6)
table("Logarithm logarithms[128]", rows)
print()

odd("arcTangentTerms", atan, "0.2", 7)
table("ArcTangent arcTangents[104]", ([literal(x), rest(x)] for x in (atan(mpf(i + 25) / 128) for i in range(104))))
odd("arcSineTerms", asin, 1 / 4, 8)
table("ArcSine arcSines[59]", ([literal(x), literal(cos(x)), rest(x)] for x in (asin(mpf(i + 32) / 128) for i in range(59))))
print()

odd("hyperbolicSineTerms", sinh, "0.3", 4)
odd("hyperbolicTangentTerms", tanh, "0.15", 6)
print()
print("}  // namespace slipstick::elementary")
