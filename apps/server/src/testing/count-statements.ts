import type { Kysely } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';

/** Returns the database with a count of the statements that are sent through it. */
export function countStatements<D extends Kysely<Database>>(db: D): { counted: D; statements: () => number } {
  let sent = 0;
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      sent += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { counted: counted as D, statements: () => sent };
}
