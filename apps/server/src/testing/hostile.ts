import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Db } from '#platform/postgres/database.ts';

/** What somebody does, and the SQL that does it, in which `$` and a capital stand for what only the test knows. */
export type Hostile = readonly [does: string, text: string];

interface Attacked {
  /** The database as the application's role uses it. */
  readonly db: Db;
  /** SQL as the owner of its tables, in one transaction. */
  script(text: string): Promise<unknown>;
  /** What stands for each `$` and capital. */
  readonly names: Readonly<Record<string, string>>;
  /** All that has to stay as it is. */
  everything(): Promise<unknown>;
}

/** The database refuses each, to its owner and to the application, by a broken constraint, and nothing has changed. */
export function refusesToEverybody(hostile: readonly Hostile[], attacked: () => Attacked): void {
  describe('the database', () => {
    it.each(hostile)('refuses even to its owner whoever %s', async (_, text) => {
      // Class 23 is a broken constraint: a statement that fails for another reason proves nothing.
      await refused(attacked(), text, (script) => attacked().script(script), /^23/);
    });

    it.each(hostile)('refuses to the application whoever %s', async (_, text) => {
      const attempt = (script: string) =>
        attacked()
          .db.transaction()
          .execute(async (tx) => {
            for (const statement of script.split(/;\s+/)) await sql.raw(statement).execute(tx);
          });
      // 42501: the role has no right even to try.
      await refused(attacked(), text, attempt, /^(23|42501$)/);
    });
  });
}

async function refused(
  { names, everything }: Attacked,
  text: string,
  attempt: (script: string) => Promise<unknown>,
  code: RegExp,
): Promise<void> {
  const before = await everything();
  const script = Object.entries(names).reduce((filled, [name, value]) => filled.replaceAll(`$${name}`, value), text);
  await expect(attempt(script)).rejects.toMatchObject({ code: expect.stringMatching(code) });
  expect(await everything()).toEqual(before);
}
