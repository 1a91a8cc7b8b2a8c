/**
 * Remembers the results of a pure function for up to `most` keys, then forgets all of them. For values that come again
 * and again in a row, such as the hours of one report.
 */
export function recent<Key, Value>(most: number, make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = make(key);
    if (known.size === most) known.clear();
    known.set(key, value);
    return value;
  };
}
