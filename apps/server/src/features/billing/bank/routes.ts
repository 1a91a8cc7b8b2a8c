import { bank } from '@usance/api/bank';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { movingMoney } from '../account-period/moving-money.ts';
import { bankBalance, bankSummary, listBankMovements } from './bank.queries.ts';
import { recordBankTransaction } from './record-bank-transaction.ts';

export const bankRoom: Room = (mount) =>
  mount(bank, {
    balance: bankBalance,
    summary: bankSummary,
    details: listBankMovements,
    transactions: listBankMovements,
    record: movingMoney(recordBankTransaction),
  });
