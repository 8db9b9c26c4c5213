/** Whether two values are equal as JSON texts: the order of keys in a document matters too. */
export function equalJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
