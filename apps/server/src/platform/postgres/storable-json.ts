/**
 * Returns a value as JSON that a jsonb column accepts: NUL characters and lone surrogates, which PostgreSQL cannot
 * store, become U+FFFD. `undefined` becomes null.
 */
export function storableJson(value: unknown): string {
  // JSON.stringify writes both as escapes; an escaped backslash is skipped with the character after it.
  return JSON.stringify(value ?? null).replaceAll(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/gs, (said) =>
    said.length === '\\u0000'.length ? '\\ufffd' : said,
  );
}
