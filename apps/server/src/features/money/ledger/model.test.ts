import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Postgres } from '#platform/postgres/open-postgres.ts';
import { bankAccount, bareContract, between, cash, frozen, move, openLedgerAlone, revenue } from './ledger.fixture.ts';
import { type LedgerAccount, type Leg, ledgerAccountId, type PostingKind } from './ledger.ts';
import { verifyLedger } from './verify-ledger.ts';

/** The reference model: balances in units of 10^-8, and the ledger's rules as plain arithmetic. */
class Model {
  readonly balances = new Map<string, bigint>();

  /** Moves and returns true, or changes nothing and returns false. */
  move(from: LedgerAccount, to: LedgerAccount, units: bigint): boolean {
    const after = new Map(this.balances);
    after.set(ledgerAccountId(from), (after.get(ledgerAccountId(from)) ?? 0n) - units);
    after.set(ledgerAccountId(to), (after.get(ledgerAccountId(to)) ?? 0n) + units);
    if (units === 0n || ![...after].every(([id, balance]) => isAllowed(id, balance))) return false;
    for (const [id, balance] of after) this.balances.set(id, balance);
    return true;
  }
}

function isAllowed(id: string, balance: bigint): boolean {
  if (id === 'cash' || id === 'frozen' || id === 'credit' || id.startsWith('voucher:')) return balance >= 0n;
  return !id.startsWith('receivable:') || balance <= 0n;
}

const voucher = { kind: 'voucher', id: 'vch-aaaa' } as const;
const credit = { kind: 'credit' } as const;
const grant = { kind: 'voucher_grant' } as const;
const owed = (n: number): LedgerAccount => ({ kind: 'receivable', id: `stm-${n}` });
const moves: [PostingKind, LedgerAccount, LedgerAccount][] = [
  ['deposit', bankAccount, cash],
  ['withdraw', cash, bankAccount],
  ['freeze', cash, frozen],
  ['unfreeze', frozen, cash],
  ['sign', owed(1), revenue],
  ['sign', owed(2), revenue],
  ['deduct', cash, owed(1)],
  ['deduct', cash, owed(2)],
  ['voucher', grant, voucher],
  ['sign', voucher, revenue],
  ['sign', credit, revenue],
  ['credit', revenue, credit],
];
const step = fc.record({
  contract: fc.nat({ max: 1 }),
  move: fc.constantFrom(...moves),
  units: fc.oneof(fc.bigInt({ min: 0n, max: 500n }), fc.bigInt({ min: 0n, max: 10n ** 20n })),
});

const decimalOf = (units: bigint) => `${units / 100_000_000n}.${String(units % 100_000_000n).padStart(8, '0')}`;
const signedOf = (units: bigint) => (units < 0n ? `-${decimalOf(-units)}` : decimalOf(units));

describe('the ledger', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await openLedgerAlone();
  });
  afterAll(() => postgres.close());

  it('agrees with plain arithmetic, refusals included, in any order of movements', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const contracts = [await fresh(), await fresh()];
        for (const {
          contract,
          move: [kind, from, to],
          units,
        } of steps) {
          const { id, model } = contracts[contract] ?? (await fresh());
          const legs: Leg[] = between(from, to, decimalOf(units));
          const went = await move(postgres, id, kind, legs).then(
            () => true,
            () => false,
          );
          expect(went).toBe(model.move(from, to, units));
        }
        for (const { id, model } of contracts) expect(await stored(id)).toEqual(inOrder(model.balances));
        expect(await verifyLedger(postgres.db)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  async function fresh() {
    return { id: await bareContract(postgres), model: new Model() };
  }

  async function stored(contractId: string): Promise<[string, string][]> {
    const rows = await postgres.db
      .selectFrom('ledger_account')
      .select(['id', 'balance'])
      .where('contract_id', '=', contractId)
      .execute();
    return rows.map((row): [string, string] => [row.id, row.balance]).sort();
  }

  const inOrder = (balances: Map<string, bigint>) =>
    [...balances].map(([id, units]): [string, string] => [id, signedOf(units)]).sort();
});
