import type { Contract } from '@usance/api/contract';
import { compare, formatDecimal, fromUnits, multiply, parseDecimal, subtract, sum, zero } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import type { Deps } from '../../../platform/context.ts';
import { recordBankTransaction } from '../../billing/bank/record-bank-transaction.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import '../../billing/statement/record/statement.table.ts';

/** The company wires what will be due within two months, rounded up to the next thousand, whenever its cash is short of it. */
export async function companyPays(deps: Deps, contract: Contract): Promise<void> {
  const owed = await owedOn(deps, contract.id);
  const { cash } = await balancesOf(deps.db, contract.id);
  const missing = subtract(owed, parseDecimal(cash));
  if (compare(missing, zero) <= 0) return;
  const thousands = roundHalfUp(multiply(missing, parseDecimal('0.001')), 0).units + 1n;
  await deposit(deps, contract, formatDecimal(fromUnits(thousands * 1_000n, 0)), {
    counterpartAccountName: 'Northwind Retail Ltd',
    counterpartAccountNumber: '4402 7719 0031',
    counterpartAccountOpeningBank: 'First Harbor Bank',
  });
}

/** The person tops up what the newest statement asks, once only half of it. */
export async function personPays(deps: Deps, contract: Contract, month: string, half: boolean): Promise<void> {
  const owed = await owedOn(deps, contract.id, month);
  if (compare(owed, zero) <= 0) return;
  const amount = half ? roundHalfUp(multiply(owed, parseDecimal('0.5')), 2) : roundHalfUp(owed, 2);
  await deposit(deps, contract, formatDecimal(amount), {
    counterpartAccountName: 'Ada Marlowe',
    counterpartAccountOpeningBank: '招商银行 China Merchants Bank',
  });
}

async function owedOn(deps: Deps, contractId: string, month?: string) {
  let query = deps.db.selectFrom('statement').select('undeducted').where('contract_id', '=', contractId);
  if (month !== undefined) query = query.where('month', '=', month);
  const rows = await query.execute();
  return sum(rows.map((row) => parseDecimal(row.undeducted)));
}

async function deposit(deps: Deps, contract: Contract, amount: string, from: Record<string, string>): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction().execute((tx) =>
    recordBankTransaction(
      tx,
      {
        contractId: contract.id,
        type: 'deposit',
        amount,
        currency: contract.currency,
        gmtTransacted: now.toISOString(),
        ...from,
      },
      now,
    ),
  );
}
