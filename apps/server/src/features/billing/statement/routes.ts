import {
  calculateStatement as calculateCall,
  confirmStatements,
  deleteStatementsInternal,
  downloadStatements as downloadCall,
  downloadStatementsInternal,
  getStatement as getCall,
  getStatementInternal,
  listStatements as listCall,
  listStatementsInternal,
  signStatement as signCall,
  updateStatementsInternal,
} from '@usance/api/statement';
import { accountIdOf } from '../../../platform/auth/subject.ts';
import type { ReadContext } from '../../../platform/context.ts';
import type { Router } from '../../../platform/http/mount.ts';
import type { DbOrTx } from '../../../platform/postgres/database.ts';
import { getContract } from '../../party/contract/contract.queries.ts';
import { permissionsOf } from '../../party/contract/contract.ts';
import { rolesOn } from '../../party/role/role.queries.ts';
import { csvLanguageOf } from '../purchase/purchase-csv.ts';
import { changeConfirmations } from './confirming/change-confirmation.ts';
import { downloadStatements } from './download/download-statements.ts';
import { listStatements } from './record/list-statements.ts';
import { getStatement, linesOfStatement } from './record/statement.queries.ts';
import { backOffice, type Reader, statementOf, summaryOf } from './record/statement.ts';
import { calculateStatement } from './signing/calculate-statement.ts';
import { deleteStatements } from './signing/delete-statements.ts';
import { ratedLines } from './signing/month-lines.ts';
import { signStatement } from './signing/sign-statement.ts';

/** The statement's calls on the public listener. */
export function statementRoutes(router: Router): void {
  mountReads(router, { list: listCall, get: getCall, download: downloadCall }, customerOf);

  router.write(confirmStatements, async (ctx, { params, body }) => {
    const now = ctx.clock.now();
    const rows = await changeConfirmations(ctx.tx, params.id, body, ['confirm'], now);
    const reader = await customerOf(ctx, ctx.tx, params.id);
    return { items: rows.map((row) => summaryOf(row, reader, now)) };
  });
}

/** The statement's calls on the internal listener. */
export function statementInternalRoutes(router: Router): void {
  const twins = { list: listStatementsInternal, get: getStatementInternal, download: downloadStatementsInternal };
  mountReads(router, twins, async (_, db, contractId) => {
    await getContract(db, contractId);
    return backOffice;
  });

  router.write(updateStatementsInternal, async (ctx, { params, body }) => {
    const now = ctx.clock.now();
    const rows = await changeConfirmations(ctx.tx, params.id, body, ['confirm', 'dispute', 'endDispute'], now);
    return { items: rows.map((row) => summaryOf(row, backOffice, now)) };
  });

  router.write(deleteStatementsInternal, async (ctx, { params, query }) => ({
    deleted: await deleteStatements(ctx.tx, params.id, query.ids, ctx.clock.now()),
  }));

  // Rating puts its rows in place in transactions of its own; running it again changes nothing.
  router.longWrite(calculateCall, (ctx, { body }) => calculateStatement(ctx, body, ctx.clock.now(), ratedLines));

  router.write(signCall, async (ctx, { body }) => {
    const now = ctx.clock.now();
    const row = await signStatement(ctx, body, now, ratedLines);
    return statementOf(row, await linesOfStatement(ctx.tx, row.contract_id, row.id), backOffice, now);
  });
}

interface Reads {
  readonly list: typeof listCall | typeof listStatementsInternal;
  readonly get: typeof getCall | typeof getStatementInternal;
  readonly download: typeof downloadCall | typeof downloadStatementsInternal;
}
type ReaderOf = (ctx: ReadContext, db: DbOrTx, contractId: string) => Promise<Reader>;

function mountReads(router: Router, calls: Reads, readerOf: ReaderOf): void {
  router.read(calls.list, async (ctx, { params, query }) => {
    const reader = await readerOf(ctx, ctx.db, params.id);
    const { rows, totalSize } = await listStatements(ctx.db, params.id, query);
    const items = rows.map((row) => summaryOf(row, reader, ctx.clock.now()));
    return { items, pageNum: query.pageNum, pageSize: query.pageSize, totalSize, total: totalSize };
  });

  router.read(calls.get, async (ctx, { params }) => {
    const reader = await readerOf(ctx, ctx.db, params.id);
    const row = await getStatement(ctx.db, params.id, params.statementID);
    return statementOf(row, await linesOfStatement(ctx.db, row.contract_id, row.id), reader, ctx.clock.now());
  });

  router.read(calls.download, async (ctx, { params, query, request }) => {
    const reader = await readerOf(ctx, ctx.db, params.id);
    const language = csvLanguageOf(request.headers['accept-language']);
    return downloadStatements(
      ctx.db,
      { contractId: params.id, ids: query.statementIDs, language, reader },
      ctx.clock.now(),
    );
  });
}

const customerOf: ReaderOf = async (ctx, db, contractId) => {
  const roles = await rolesOn(db, accountIdOf(ctx.subject), contractId);
  return { mayConfirm: permissionsOf(roles).canManageBilling, isInternal: false };
};
