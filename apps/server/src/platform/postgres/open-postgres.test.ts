import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPostgres } from '#testing/test-postgres.ts';
import type { Tx } from './database.ts';
import { migratePostgres } from './migrate.ts';
import type { Postgres } from './open-postgres.ts';

describe('an open PostgreSQL', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await openTestPostgres();
    await postgres.script('create table note (text text primary key); grant all on note to public;');
  });
  afterAll(() => postgres.close());

  const write = (tx: Tx | Postgres['db'], text: string) => sql`insert into note values (${text})`.execute(tx);
  const notes = async () => (await sql<{ text: string }>`select text from note order by 1`.execute(postgres.db)).rows;

  it('gives amounts, days and large counts as text, and instants as dates', async () => {
    const { rows } = await sql`select 0.1::numeric(38,12) as amount, date '2026-02-28' as day,
      9007199254740993::bigint as count, timestamptz '2026-03-01T00:30:00+01' as at`.execute(postgres.db);
    expect(rows).toEqual([
      { amount: '0.100000000000', day: '2026-02-28', count: '9007199254740993', at: new Date('2026-02-28T23:30:00Z') },
    ]);
  });

  it('never lets a stranger into an open transaction', async () => {
    const begun = Promise.withResolvers<void>();
    const rolledBack = postgres.db
      .transaction()
      .execute(async (tx) => {
        await write(tx, 'mine');
        begun.resolve();
        await write(tx, 'mine too');
        throw new Error('not this time');
      })
      .catch((error: Error) => error.message);
    await begun.promise;
    await write(postgres.db, 'of a stranger');
    expect(await rolledBack).toBe('not this time');
    expect(await notes()).toEqual([{ text: 'of a stranger' }]);
  });

  it('keeps transactions apart that begin together', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) =>
        postgres.db.transaction().execute(async (tx) => {
          await write(tx, `kept ${n}`);
          if (n % 2 === 1) throw new Error('odd');
        }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toHaveLength(4);
    const kept = (await notes()).filter(({ text }) => text.startsWith('kept')).map(({ text }) => text);
    expect(kept).toEqual(['kept 0', 'kept 2', 'kept 4', 'kept 6']);
  });

  it('is usable after a statement that failed', async () => {
    await expect(sql`select nonsense`.execute(postgres.db)).rejects.toThrow('nonsense');
    expect((await sql`select 1 as one`.execute(postgres.db)).rows).toEqual([{ one: 1 }]);
  });

  it('refuses the rest of a transaction whose connection was cut, and survives', async () => {
    const cut = postgres.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await postgres.script(`select pg_terminate_backend(${rows[0]?.pid}, 5000)`);
      await write(tx, 'lost');
    });
    await expect(cut).rejects.toThrow();
    expect((await notes()).map(({ text }) => text)).not.toContain('lost');
  });

  it('is migrated once, however many start together', async () => {
    const applied = () => sql`select name, applied_at from schema_migration order by name`.execute(postgres.db);
    const { rows: before } = await applied();
    await Promise.all([migratePostgres(postgres), migratePostgres(postgres), migratePostgres(postgres)]);
    expect((await applied()).rows).toEqual(before);
    expect(before.length).toBeGreaterThan(0);
  });
});
