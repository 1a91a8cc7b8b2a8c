import { bank } from '@usance/api/bank';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { lockContract } from '../../party/contract/contract.queries.ts';
import { bankBalance, bankSummary, cashKinds, listBankDetails, transferKinds } from './bank.queries.ts';
import { recordBankTransaction } from './record-bank-transaction.ts';

export const bankRoom: Room = (mount) =>
  mount(bank, {
    balance: (ctx) => bankBalance(ctx.db, ctx.contract),
    summary: (ctx, { query }) => bankSummary(ctx.db, ctx.contract, query),
    details: (ctx, { query }) => listBankDetails(ctx.db, ctx.contract, query, cashKinds),
    transactions: (ctx, { query }) => listBankDetails(ctx.db, ctx.contract, query, transferKinds),
    record: async (ctx, { body }) => recordBankTransaction(ctx, await lockContract(ctx.tx, ctx.contract.id), body),
  });
