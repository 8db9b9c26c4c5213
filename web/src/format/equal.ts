/** Whether two values are the same as JSON texts: in a document the order of keys means something too. */
export function equalJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
