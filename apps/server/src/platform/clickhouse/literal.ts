/** A ClickHouse string literal. */
export function quote(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A constant array of numbers. As text, because a number literal with a point would become a binary float. */
export function numbers(type: string, values: readonly (string | number | bigint)[]): string {
  return `CAST('[${values.join(',')}]', 'Array(${type})')`;
}
