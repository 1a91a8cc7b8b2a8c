import { movementMemo } from '@usance/api/billing/bank';
import { exactText, postingId } from '@usance/api/wire';
import * as z from 'zod/mini';
import type { Room } from '#platform/house/room.ts';
import { verifyLedger } from './verify-ledger.ts';

/** The database casts this to a time in some queries; it knows no year 0. */
const statementStart = z.iso.datetime().check(z.regex(/^(?!0000)/));
/** A memo has a few short texts. Replies contain only the fields of movementMemo. */
const memo = z.intersection(movementMemo, z.record(exactText(40), exactText(200, 0)));
const paid = z.object({ kind: z.enum(['deduct', 'sign']), memo: z.object({ statementStart }) });
const notPaid = z.object({
  kind: z.string().check(z.regex(/^(?!(deduct|sign)$)/)),
  memo: z.object({ statementStart: z.optional(statementStart) }),
});

export const ledgerRoom: Room = {
  tables: {
    ledger_account: { travels: { by: ['id'] } },
    posting: { travels: { by: ['no'], tells: { id: postingId, memo }, rows: z.union([paid, notPaid]) } },
    entry: { travels: { by: ['account', 'version'] } },
  },
  checks: [{ name: 'the ledger balances', look: ({ db }) => verifyLedger(db) }],
};
