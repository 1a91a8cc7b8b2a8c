import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Postgres } from '#platform/postgres/open-postgres.ts';
import { bankAccount, bareContract, between, cash, frozen, move, openLedgerAlone } from './ledger.fixture.ts';
import { balancesOf } from './ledger.queries.ts';
import type { Leg, PostingKind } from './ledger.ts';
import { verifyLedger } from './verify-ledger.ts';

describe('movements in parallel on one contract', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await openLedgerAlone();
  });
  afterAll(() => postgres.close());

  const errorsOf = (outcomes: PromiseSettledResult<unknown>[]) =>
    outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => outcome.reason as { code: string });

  it('spends the balance exactly once, and refuses the rest', async () => {
    const id = await bareContract(postgres);
    await move(postgres, id, 'deposit', between(bankAccount, cash, '10'));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 32 }, () => move(postgres, id, 'withdraw', between(cash, bankAccount, '1'))),
    );
    const errors = errorsOf(outcomes);
    expect(errors).toHaveLength(22);
    expect(new Set(errors.map((error) => error.code))).toEqual(new Set(['23514']));
    expect(await balancesOf(postgres.db, id)).toMatchObject({ cash: '0.00000000', bank: '0.00000000' });
    expect(await verifyLedger(postgres.db)).toEqual([]);
  });

  it('loses no update and never deadlocks, whatever accounts the movements touch first', async () => {
    const id = await bareContract(postgres);
    await move(postgres, id, 'deposit', between(bankAccount, cash, '1000'));
    const moves: [PostingKind, Leg[]][] = [
      ['deposit', between(bankAccount, cash, '3')],
      ['freeze', between(cash, frozen, '2')],
      ['withdraw', between(cash, bankAccount, '1')],
      ['deposit', between(bankAccount, cash, '3').reverse()],
    ];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 32 }, async (_, n) => {
        const [kind, legs] = moves[n % moves.length] ?? ['deposit', []];
        await move(postgres, id, kind, legs);
        await move(postgres, id, kind, legs);
      }),
    );
    expect(errorsOf(outcomes)).toEqual([]);
    expect(await balancesOf(postgres.db, id)).toMatchObject({
      cash: '1048.00000000',
      frozen: '32.00000000',
      bank: '1080.00000000',
    });
    expect(await verifyLedger(postgres.db)).toEqual([]);
  });

  it('opens the accounts of a new contract once, with many first movements at the same time', async () => {
    const id = await bareContract(postgres);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 32 }, (_, n) =>
        move(postgres, id, 'sign', between({ kind: 'receivable', id: `stm-${n % 4}` }, { kind: 'revenue' }, '1')),
      ),
    );
    expect(errorsOf(outcomes)).toEqual([]);
    expect(await verifyLedger(postgres.db)).toEqual([]);
  });

  it('refuses a forged entry that races with a genuine one', async () => {
    const id = await bareContract(postgres);
    await move(postgres, id, 'deposit', between(bankAccount, cash, '10'));
    const forge = postgres.db.transaction().execute(async (tx) => {
      await sql`insert into posting values (${id}, 'pst-forged', 2, 'deposit', now(), '{}', 2, 11)`.execute(tx);
      await sql`insert into entry values (${id}, 'bank', 2, 'pst-forged', -1, -11), (${id}, 'cash', 2, 'pst-forged', 1, 11)`.execute(
        tx,
      );
    });
    await Promise.allSettled([
      forge,
      ...Array.from({ length: 8 }, () => move(postgres, id, 'deposit', between(bankAccount, cash, '1'))),
    ]);
    expect(await verifyLedger(postgres.db)).toEqual([]);
  });
});
