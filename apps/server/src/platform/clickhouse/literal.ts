/** Returns a ClickHouse string literal. */
export function quote(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/**
 * Returns a constant array of numbers, built from text because a literal with a decimal point would become a binary
 * float.
 */
export function numbers(type: string, values: readonly (string | number | bigint)[]): string {
  return `CAST('[${values.join(',')}]', 'Array(${type})')`;
}
