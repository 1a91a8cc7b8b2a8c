import type { Contract } from '@usance/api/contract/contract';
import { compare, type Decimal, formatDecimal, fromUnits, multiply, subtract, sum } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import type { BillingMonth } from '@usance/period/billing-month';
import type { Deps } from '#platform/context/context.ts';
import { availableBalanceOf } from '../../../billing/account-period/figures/available-balance.ts';
import { readStanding } from '../../../billing/account-period/figures/standing.queries.ts';
import { moving } from '../../../billing/account-period/moving-money.ts';
import { recordBankTransaction } from '../../../billing/bank/record-bank-transaction.ts';
import { lockContract } from '../../../contract/contract/contract.queries.ts';
import { atOnce } from './at-once.ts';

/**
 * The company keeps cash for one more month like the last, in whole thousands. Without a credit limit, uncovered usage
 * is a breach after a day, even before its due date.
 */
export async function companyPays(deps: Deps, contract: Contract): Promise<void> {
  const { parts } = await atOnce(deps, ({ tx, now }) => readStanding(tx, contract.id, now));
  const short = subtract(await newestAmount(deps, contract.id), availableBalanceOf(parts));
  if (compare(short, '0') <= 0) return;
  const thousands = roundHalfUp(multiply(short, '0.001'), 0).units + 1n;
  await deposit(deps, contract, fromUnits(thousands * 1_000n, 0), {
    counterpartAccountName: 'Northwind Retail Ltd',
    counterpartAccountNumber: '4402 7719 0031',
    counterpartAccountOpeningBank: 'First Harbor Bank',
  });
}

/**
 * The person tops up the whole debt, including usage that is not yet on a statement, because without a credit limit a
 * day below zero is a breach. Once, they pay only half of the newest statement.
 */
export async function personPays(deps: Deps, contract: Contract, month: BillingMonth, half: boolean): Promise<void> {
  const asked = await stillAsked(deps, contract.id, month);
  if (compare(asked, '0') <= 0) return;
  const { parts } = await atOnce(deps, ({ tx, now }) => readStanding(tx, contract.id, now));
  const whole = roundHalfUp(subtract('0.00499999', availableBalanceOf(parts)), 2);
  await deposit(deps, contract, half ? roundHalfUp(multiply(asked, '0.5'), 2) : whole, {
    counterpartAccountName: 'Ada Marlowe',
    counterpartAccountOpeningBank: '招商银行 China Merchants Bank',
  });
}

async function newestAmount(deps: Deps, contractId: string): Promise<string> {
  const newest = deps.db.selectFrom('statement').select('amount').where('contract_id', '=', contractId);
  return (await newest.orderBy('month', 'desc').limit(1).executeTakeFirst())?.amount ?? '0';
}

async function stillAsked(deps: Deps, contractId: string, month: BillingMonth): Promise<Decimal> {
  const query = deps.db.selectFrom('statement').select('undeducted').where('contract_id', '=', contractId);
  return sum((await query.where('month', '=', month).execute()).map((row) => row.undeducted));
}

async function deposit(
  deps: Deps,
  contract: Contract,
  amount: Decimal,
  counterpart: Readonly<Record<string, string>>,
): Promise<void> {
  await atOnce(deps, async (work) => {
    const body = {
      type: 'deposit',
      amount: formatDecimal(amount),
      currency: contract.currency,
      gmtTransacted: work.now.toISOString(),
      ...counterpart,
    } as const;
    await moving(work, await lockContract(work.tx, contract.id), (locked) =>
      recordBankTransaction({ ...work, contract: locked, twoPeopleAbove: deps.twoPeopleAbove }, { body }),
    );
  });
}
