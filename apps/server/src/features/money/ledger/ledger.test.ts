import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Postgres } from '#platform/postgres/open-postgres.ts';
import {
  bankAccount,
  bareContract,
  between,
  cash,
  frozen,
  move,
  openLedgerAlone,
  owedOn,
  receivable,
  revenue,
} from './ledger.fixture.ts';
import { balancesOf } from './ledger.queries.ts';
import type { Leg } from './ledger.ts';
import { verifyLedger } from './verify-ledger.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await openLedgerAlone();
});
afterAll(() => postgres.close());

describe('post', () => {
  it('keeps every digit of the smallest and the largest amount', async () => {
    const id = await bareContract(postgres);
    await move(postgres, id, 'deposit', between(bankAccount, cash, '99999999999999.99999999'));
    const { bankAfter } = await move(postgres, id, 'withdraw', between(cash, bankAccount, '0.00000001'));
    expect(bankAfter).toBe('99999999999999.99999998');
    expect(await balancesOf(postgres.db, id)).toEqual({
      cash: '99999999999999.99999998',
      frozen: '0.00000000',
      credit: '0.00000000',
      bank: '99999999999999.99999998',
    });
  });

  it('sums the amount owed, in total and on some statements', async () => {
    const id = await bareContract(postgres);
    await move(postgres, id, 'sign', between(receivable, revenue, '10'));
    await move(postgres, id, 'sign', between({ kind: 'receivable', id: 'stm-bbbb' }, revenue, '5'));
    await move(postgres, id, 'deposit', between(bankAccount, cash, '7'));
    await move(postgres, id, 'deduct', between(cash, receivable, '7'));
    expect(await owedOn(postgres.db, id)).toBe('8.00000000');
    expect(await owedOn(postgres.db, id, ['stm-aaaa'])).toBe('3.00000000');
  });

  it('numbers postings and entries without gaps, even after a refused posting', async () => {
    const id = await bareContract(postgres);
    await move(postgres, id, 'deposit', between(bankAccount, cash, '1'));
    await expect(move(postgres, id, 'withdraw', between(cash, bankAccount, '2'))).rejects.toThrow(
      'posting_bank_after_check',
    );
    await move(postgres, id, 'freeze', between(cash, frozen, '0.4'));
    const postings = await postgres.db
      .selectFrom('posting')
      .select(['no', 'bank_after'])
      .where('contract_id', '=', id)
      .orderBy('no')
      .execute();
    expect(postings).toEqual([
      { no: '1', bank_after: '1.00000000' },
      { no: '2', bank_after: '1.00000000' },
    ]);
  });

  it('leaves out legs of 0', async () => {
    const id = await bareContract(postgres);
    await move(postgres, id, 'deposit', [
      ...between(bankAccount, cash, '1'),
      { account: frozen, amount: '0.00000000' },
    ]);
    expect((await balancesOf(postgres.db, id)).bank).toBe('1.00000000');
  });

  const leg = (account: Leg['account'], amount: string): Leg => ({ account, amount });
  it.each<[string, string, Leg[]]>([
    ['an unbalanced posting', 'does not balance: 1.00000000 too much', [leg(bankAccount, '5'), leg(cash, '-4')]],
    ['a posting of one leg', 'posting_legs_check', [leg(cash, '5')]],
    ['a posting of nothing', 'posting_legs_check', []],
    ['a posting of zeros', 'posting_legs_check', between(bankAccount, cash, '0')],
    ['an overdraft of cash', 'posting_bank_after_check', between(cash, bankAccount, '100.00000001')],
    ['an overdraft of held cash', 'ledger_account_overdraft', between(frozen, cash, '0.00000001')],
    ['an overdraft of credit', 'ledger_account_overdraft', between({ kind: 'credit' }, revenue, '1')],
    [
      'an overdraft of a voucher',
      'ledger_account_overdraft',
      between({ kind: 'voucher', id: 'vch-aaaa' }, revenue, '1'),
    ],
    ['a receivable above 0', 'ledger_account_receivable_above_zero', between(cash, receivable, '1')],
    ['a ninth place', 'more than 8 places', between(bankAccount, cash, '1.000000001')],
    ['not a number', 'entry_amount_check', [leg(bankAccount, 'NaN'), leg(cash, 'NaN')]],
    ['infinity', 'numeric field overflow', [leg(bankAccount, '-Infinity'), leg(cash, 'Infinity')]],
    ['more than the ledger holds', 'numeric field overflow', between(bankAccount, cash, '1e31')],
    ['one account twice', 'entry_pkey', [leg(bankAccount, '-2'), leg(cash, '1'), leg(cash, '1')]],
  ])('refuses %s and leaves no trace', async (_, refusal, entries) => {
    const id = await bareContract(postgres);
    await move(postgres, id, 'deposit', between(bankAccount, cash, '100'));
    await expect(move(postgres, id, 'withdraw', entries)).rejects.toThrow(refusal);
    expect((await balancesOf(postgres.db, id)).cash).toBe('100.00000000');
    expect(await verifyLedger(postgres.db)).toEqual([]);
  });
});
