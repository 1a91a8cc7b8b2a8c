/**
 * A value as JSON that a jsonb column takes: NUL characters and halves of surrogate pairs, which PostgreSQL has no place
 * for, become U+FFFD. `undefined` is null.
 */
export function storableJson(value: unknown): string {
  // JSON.stringify writes both as escapes; a backslash that is escaped itself is passed over with what follows it.
  return JSON.stringify(value ?? null).replaceAll(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/gs, (said) =>
    said.length === '\\u0000'.length ? '\\ufffd' : said,
  );
}
