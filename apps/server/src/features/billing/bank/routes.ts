import {
  getBankBalance,
  getBankBalanceInternal,
  listBankBalanceDetails,
  listBankBalanceDetailsInternal,
  listBankTransactions,
  listBankTransactionsInternal,
  recordBankTransaction as recordBankTransactionCall,
  summarizeBankBalance,
  summarizeBankBalanceInternal,
} from '@usance/api/bank';
import type { Router } from '../../../platform/http/mount.ts';
import { bankBalance, bankDetails, bankSummary, cashKinds, transferKinds } from './read-bank.ts';
import { recordBankTransaction } from './record-bank-transaction.ts';

/** The bank's calls on the public listener. */
export function bankRoutes(router: Router): void {
  router.read(getBankBalance, (ctx, { params }) => bankBalance(ctx.db, params.id));
  router.read(summarizeBankBalance, (ctx, { params, query }) => bankSummary(ctx.db, params.id, query));
  router.read(listBankBalanceDetails, (ctx, { params, query }) => bankDetails(ctx.db, params.id, query, cashKinds));
  router.read(listBankTransactions, (ctx, { params, query }) => bankDetails(ctx.db, params.id, query, transferKinds));
}

/** The bank's calls on the internal listener. */
export function bankInternalRoutes(router: Router): void {
  router.write(recordBankTransactionCall, (ctx, { params, body }) =>
    recordBankTransaction(ctx.tx, { ...body, contractId: params.id }, ctx.clock.now()),
  );
  router.read(getBankBalanceInternal, (ctx, { params }) => bankBalance(ctx.db, params.id));
  router.read(summarizeBankBalanceInternal, (ctx, { params, query }) => bankSummary(ctx.db, params.id, query));
  router.read(listBankBalanceDetailsInternal, (ctx, { params, query }) =>
    bankDetails(ctx.db, params.id, query, cashKinds),
  );
  router.read(listBankTransactionsInternal, (ctx, { params, query }) =>
    bankDetails(ctx.db, params.id, query, transferKinds),
  );
}
