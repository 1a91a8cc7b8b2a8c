import pg from 'pg';

export type SentStatement = readonly [text: string, values: unknown[]];

/** Returns the statements that all connections send to PostgreSQL during the work. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const statements: SentStatement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function recorded(this: pg.Client, ...given: [string | pg.QueryConfig, unknown[]]) {
    const [asked, values] = given;
    const { text, values: own } = typeof asked === 'string' ? { text: asked, values } : asked;
    statements.push([text, [...(own ?? [])]]);
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  if (statements.length === 0) throw new Error('The call asked the engine nothing');
  return statements;
}
