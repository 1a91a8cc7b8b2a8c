import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Db } from '#platform/postgres/database.ts';

/** A description of an attack and its SQL, in which `$` and a capital stand for names that the test knows. */
export type Hostile = readonly [does: string, text: string];

interface Attacked {
  /** The database with the application's role. */
  readonly db: Db;
  /** Runs SQL as the owner of the tables, in one transaction. */
  script(text: string): Promise<unknown>;
  /** The values of `$` and a capital. */
  readonly names: Readonly<Record<string, string>>;
  /** All data that must stay unchanged. */
  everything(): Promise<unknown>;
}

/**
 * Tests that the database refuses each attack with a broken constraint, to its owner and to the application, and that
 * nothing has changed.
 */
export function refusesToEverybody(hostile: readonly Hostile[], attacked: () => Attacked): void {
  describe('the database', () => {
    it.each(hostile)('refuses even its owner a statement that %s', async (_, text) => {
      // Class 23 is a broken constraint; any other failure would prove nothing.
      await refused(attacked(), text, (script) => attacked().script(script), /^23/);
    });

    it.each(hostile)('refuses the application a statement that %s', async (_, text) => {
      const attempt = (script: string) =>
        attacked()
          .db.transaction()
          .execute(async (tx) => {
            for (const statement of script.split(/;\s+/)) await sql.raw(statement).execute(tx);
          });
      // 42501: the role lacks the privilege.
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
