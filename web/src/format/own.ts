/** The value that a record has for a name from a document. Every object inherits others, such as for "constructor" and "toString". */
export function own<Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
