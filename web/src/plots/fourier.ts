/** Real and imaginary parts of complex numbers. */
export interface Complex {
  re: Float64Array;
  im: Float64Array;
}

/** Returns Σ x[n] exp(−2πi k n / N) for k = 0 … N − 1, for any number N of real numbers. */
export function fourier(x: ArrayLike<number>): Complex {
  const size = x.length;
  if (Number.isInteger(Math.log2(size))) {
    const all = { re: Float64Array.from(x), im: new Float64Array(size) };
    transform(all);
    return all;
  }
  return chirp(x);
}

/** Bluestein's method: k n = (k² + n² − (k − n)²) / 2 makes the sum a convolution, which longer powers of two compute. */
function chirp(x: ArrayLike<number>): Complex {
  const count = x.length;
  const size = 2 ** Math.ceil(Math.log2(2 * count - 1));
  const empty = () => ({ re: new Float64Array(size), im: new Float64Array(size) });
  const [a, b, cos, sin] = [empty(), empty(), new Float64Array(count), new Float64Array(count)];
  for (let n = 0; n < count; n++) {
    const angle = (Math.PI * ((n * n) % (2 * count))) / count;
    [cos[n], sin[n]] = [Math.cos(angle), Math.sin(angle)];
    [a.re[n], a.im[n]] = [x[n] * cos[n], -x[n] * sin[n]];
    for (const at of n === 0 ? [0] : [n, size - n]) [b.re[at], b.im[at]] = [cos[n], sin[n]];
  }
  transform(a);
  transform(b);
  for (let k = 0; k < size; k++) {
    const [re, im] = [a.re[k] * b.re[k] - a.im[k] * b.im[k], a.re[k] * b.im[k] + a.im[k] * b.re[k]];
    [a.re[k], a.im[k]] = [re, -im]; // the inverse is the conjugate of the transform of the conjugate
  }
  transform(a);
  const re = cos.map((c, k) => (c * a.re[k] - sin[k] * a.im[k]) / size);
  const im = cos.map((c, k) => (-c * a.im[k] - sin[k] * a.re[k]) / size);
  return { re, im };
}

/** Cooley and Tukey's transform in place, for a power of two. */
function transform({ re, im }: Complex): void {
  const size = re.length;
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j], re[i]];
      [im[i], im[j]] = [im[j], im[i]];
    }
  }
  const cos = Float64Array.from({ length: size / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / size));
  const sin = Float64Array.from({ length: size / 2 }, (_, k) => Math.sin((2 * Math.PI * k) / size));
  for (let half = 1; half < size; half *= 2) {
    const stride = size / (2 * half);
    for (let start = 0; start < size; start += 2 * half) {
      for (let k = 0; k < half; k++) {
        const [p, q, c, s] = [start + k, start + k + half, cos[k * stride], sin[k * stride]];
        const x = re[q] * c + im[q] * s;
        const y = im[q] * c - re[q] * s;
        re[q] = re[p] - x;
        im[q] = im[p] - y;
        re[p] += x;
        im[p] += y;
      }
    }
  }
}
