import { bank } from '@usance/api/billing/bank';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { bankBalance, bankDays, bankSummary, listBankMovements } from './bank.queries.ts';
import { recordBankTransaction } from './record-bank-transaction.ts';

export const bankRoom: Room = {
  calls: mount(bank, {
    balance: bankBalance,
    summary: bankSummary,
    days: bankDays,
    details: listBankMovements,
    transactions: listBankMovements,
    record: recordBankTransaction,
  }),
};
