/** The value of `key` in `values`; undefined where it has none of its own, as for "constructor". For keys that strangers name. */
export function readOwn<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}
