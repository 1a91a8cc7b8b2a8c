import { longestDispute, statementId, statements } from '@usance/api/billing/statement';
import { exactText, instantText, lines } from '@usance/api/wire';
import * as z from 'zod/mini';
import { asRating } from '#platform/clickhouse/as-rating.ts';
import { line, madeAnew, reason } from '#platform/house/archived-text.ts';
import type { Room } from '#platform/house/room.ts';
import { mount, PreparedVerb, SpanningVerb } from '#platform/http/calls/verb.ts';
import { confirmStatements } from './confirming/confirm-statements.ts';
import { disputeStatement } from './confirming/dispute-statement.ts';
import { updateStatements } from './confirming/update-statements.ts';
import { getStatement } from './content/get-statement.ts';
import { listStatementChanges } from './content/list-statement-changes.ts';
import { listStatements } from './content/list-statements.ts';
import { downloadStatements } from './download/download-statements.ts';
import { nextStep } from './next-step.ts';
import { previewMonth } from './preview/preview-month.ts';
import { previewStatement } from './preview/preview-statement.ts';
import { runDueStatements } from './run-due.ts';
import { calculateStatement } from './signing/calculate-statement.ts';
import { deleteStatements } from './signing/delete-statements.ts';
import { rateToSign, signRated } from './signing/sign-rated.ts';
import { verifyShares } from './verify-shares.ts';
import { verifyStatements } from './verify-statements.ts';

export const statementRoom: Room = {
  calls: mount(statements, {
    list: listStatements,
    get: getStatement,
    changes: listStatementChanges,
    download: downloadStatements,
    preview: previewStatement,
    dynamicPreview: previewMonth,
    confirm: confirmStatements,
    dispute: disputeStatement,
    update: updateStatements,
    delete: deleteStatements,
    // Rating writes in transactions of its own and can be repeated.
    calculate: new SpanningVerb(calculateStatement),
    sign: new PreparedVerb(rateToSign, signRated),
  }),
  rounds: [
    {
      name: 'statement.run-due',
      cron: '* * * * *',
      run: (deps, { now }) => runDueStatements(asRating(deps), now),
      dueAfter: nextStep,
    },
  ],
  tables: {
    carried_month: { stays: 'says which months came with an archive' },
    withdrawn_statement: { travels: { by: ['id'] } },
    statement: {
      travels: {
        by: ['month'],
        without: ['undeducted', 'deduct_state'],
        tells: {
          id: statementId,
          review_reason: reason,
          disputed_by: line(254),
          decided_dispute: z.nullable(
            z.strictObject({
              at: instantText,
              by: exactText(254),
              reason: lines(longestDispute),
              decidedAt: instantText,
            }),
          ),
        },
      },
    },
    statement_line: {
      travels: {
        by: ['statement_id', 'line_no'],
        tells: {
          product: line(120),
          type: line(120),
          sub_type: line(120),
          billing_item: line(200),
          region: line(64),
          consumption_unit: line(40),
          price_unit: line(60),
        },
      },
    },
    next_to_sign: { stays: madeAnew },
  },
  checks: [
    { name: 'statements equal their lines and their rated months', look: ({ db }) => verifyStatements(db) },
    { name: 'statements exclude what marketplaces bill', look: ({ db }) => verifyShares(db) },
  ],
};
