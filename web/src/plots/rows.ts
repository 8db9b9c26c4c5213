/**
 * Distributes items of different widths, in their order, to rows that are about equally full: no row is wider than `most`, and no item is
 * alone in a row if it could share one. Returns the row's width for each item.
 */
export function rowWidths(widths: number[], most: number): number[] {
  const limited = widths.map((width) => Math.min(width, Math.max(1, most)));
  let left = limited.reduce((sum, width) => sum + width, 0);
  let rows = Math.max(1, Math.ceil(left / Math.max(1, most)));
  const result: number[] = [];
  for (let first = 0; first < limited.length; rows = Math.max(1, rows - 1)) {
    const target = left / rows;
    let filled = 0;
    let next = first;
    while (next < limited.length && (next === first || (filled + limited[next] <= most && filled + limited[next] / 2 <= target))) {
      filled += limited[next];
      next++;
    }
    for (; first < next; first++) result.push(filled);
    left -= filled;
  }
  return result;
}
