import { rolesAllow } from '@usance/api/role';
import { statements } from '@usance/api/statement';
import type { Asked, Grounds } from '../../../platform/context/context.ts';
import { PreparedVerb, type Room, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import { lockContract } from '../../party/contract/contract.queries.ts';
import { changeConfirmations } from './confirming/change-confirmation.ts';
import { downloadStatements } from './download/download-statements.ts';
import { listStatements } from './record/list-statements.ts';
import { getStatement, linesOfStatement } from './record/statement.queries.ts';
import { backOffice, type Reader, statementOf, summaryOf } from './record/statement.ts';
import { calculateStatement } from './signing/calculate-statement.ts';
import { deleteStatements } from './signing/delete-statements.ts';
import { rateMonth } from './signing/rated-month.ts';
import { signStatement } from './signing/sign-statement.ts';
import { signableMonth } from './signing/signable-month.ts';

export const statementRoom: Room = (mount) =>
  mount(statements, {
    list: async (ctx, { query }) => {
      const summary = (row: Parameters<typeof summaryOf>[0]) => summaryOf(row, readerOf(ctx), ctx.now);
      const page = await listStatements(ctx.db, ctx.contract.id, query, summary);
      return { ...page, total: page.totalSize };
    },
    get: async (ctx, { params }) => {
      const row = await getStatement(ctx.db, ctx.contract.id, params.statementID);
      return statementOf(row, await linesOfStatement(ctx.db, row.contract_id, row.id), readerOf(ctx), ctx.now);
    },
    download: (ctx, { query }) =>
      downloadStatements(
        ctx.db,
        { contractId: ctx.contract.id, ids: query.statementIDs, language: ctx.language, reader: readerOf(ctx) },
        ctx.now,
      ),
    confirm: async (ctx, { body }) => {
      const contract = await lockContract(ctx.tx, ctx.contract.id);
      const rows = await changeConfirmations(ctx, contract, body, ['confirm']);
      return { items: rows.map((row) => summaryOf(row, readerOf(ctx), ctx.now)) };
    },
    update: async (ctx, { body }) => {
      const contract = await lockContract(ctx.tx, ctx.contract.id);
      const rows = await changeConfirmations(ctx, contract, body, ['confirm', 'dispute', 'endDispute']);
      return { items: rows.map((row) => summaryOf(row, readerOf(ctx), ctx.now)) };
    },
    delete: async (ctx, { query }) => {
      const contract = await lockContract(ctx.tx, ctx.contract.id);
      return { deleted: await deleteStatements(ctx, contract, query.ids) };
    },
    // Rating puts its rows in place in transactions of its own; running it again changes nothing.
    calculate: new SpanningVerb((ctx, { body }) =>
      calculateStatement(ctx, ctx.contract, { month: body.month, now: ctx.now }),
    ),
    sign: new PreparedVerb(
      async (ctx, { body }, attempt) => {
        const month = await signableMonth(ctx.db, ctx.contract, body.month, ctx.now);
        return rateMonth(ctx, ctx.contract, month, attempt);
      },
      async (ctx, { body }, rated) => {
        const contract = await lockContract(ctx.tx, ctx.contract.id);
        const row = await signStatement(ctx, contract, { month: body.month, rated });
        return statementOf(row, await linesOfStatement(ctx.tx, row.contract_id, row.id), readerOf(ctx), ctx.now);
      },
    ),
  });

function readerOf({ subject, roles }: Pick<Asked, 'subject'> & Pick<Grounds, 'roles'>): Reader {
  if (subject.kind === 'internal') return backOffice;
  return { mayConfirm: rolesAllow(roles, 'billing.manage'), isInternal: false };
}
