import { withdrawals } from '@usance/api/billing/withdrawal';
import { holds } from '@usance/api/money/hold';
import { afterAll, beforeAll, expect } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { type Hostile, refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { because, colleague, contractWith } from '../../billing/hold/hold.fixture.ts';
import { verifyHolds } from '../../billing/hold/verify-holds.ts';
import { verifyLedger } from '../ledger/verify-ledger.ts';

let app: TestApp;
/** The contract, an open hold whose release alice has proposed, a released hold, and an open withdrawal. */
let names = { C: '', H: '', E: '', W: '' };
beforeAll(async () => {
  app = await startTestApp({ twoPeopleAbove: { USD: '15' } });
  const { id, params, hold, of } = await contractWith(app, '100');
  const alice = await colleague(app, 'alice');
  const open = await hold('20');
  await alice.call(holds.release, { params: of(open), body: because });
  const ended = await hold('5');
  await internalCaller(app).call(holds.release, { params: of(ended), body: because });
  const begin = { params, body: { amount: '10', ...because } };
  const withdrawal = await internalCaller(app).call(withdrawals.beginWithdrawal, begin);
  names = { C: id, H: open.id, E: ended.id, W: withdrawal.id };
});
afterAll(() => app.close());

const moved = (kind: 'freeze' | 'unfreeze' | 'withdraw', memo: string, from: string, to: string, amount = 1) =>
  `select ledger_post('$C', 'USD', 'pst-x', '${kind}', now(), '${memo}', '[{"account":"${from}","kind":"${from}","amount":"-${amount}"},{"account":"${to}","kind":"${to}","amount":"${amount}"}]')`;
const added = (columns: string, values: string) =>
  `insert into cash_hold (contract_id, id, amount, begun_at, ${columns}) values ('$C', 'hld-x', 1, now(), ${values})`;
const ofPeople = `'manual', 'other', 'x'`;

const hostile: readonly Hostile[] = [
  ['inserts a hold without held cash', added('cause, reason_code, reason', ofPeople)],
  ['holds cash for a missing hold', moved('freeze', '{"holdID":"hld-x"}', 'cash', 'frozen')],
  ['holds more cash than the amount of the hold', moved('freeze', '{"holdID":"$H"}', 'cash', 'frozen')],
  ['releases a part of a hold', moved('unfreeze', '{"holdID":"$H"}', 'frozen', 'cash')],
  ['releases held cash without naming its hold', moved('unfreeze', '{}', 'frozen', 'cash')],
  ['holds cash for a hold that has ended', moved('freeze', '{"holdID":"$E"}', 'cash', 'frozen')],
  ['pays out of held cash', moved('withdraw', '{"holdID":"$W"}', 'frozen', 'bank', 10)],
  [
    'ends a hold and leaves its cash held',
    `update cash_hold set state = 'released', ended_at = now(), ended_by = 'bob' where id = '$H'`,
  ],
  [
    'releases a hold by the person who proposed it',
    `${moved('unfreeze', '{"holdID":"$H"}', 'frozen', 'cash', 20)};
     update cash_hold set state = 'released', ended_at = now(), ended_by = 'Alice' where id = '$H'`,
  ],
  [
    'releases a proposed hold without a person’s name',
    `${moved('unfreeze', '{"holdID":"$H"}', 'frozen', 'cash', 20)};
     update cash_hold set state = 'released', ended_at = now() where id = '$H'`,
  ],
  [
    'changes the proposer of a release as it ends',
    `${moved('unfreeze', '{"holdID":"$H"}', 'frozen', 'cash', 20)};
     update cash_hold set state = 'released', ended_at = now(), ended_by = 'alice', proposed_by = 'bob' where id = '$H'`,
  ],
  [
    'releases a withdrawal',
    `${moved('unfreeze', '{"holdID":"$W"}', 'frozen', 'cash', 10)};
     update cash_hold set state = 'released', ended_at = now() where id = '$W'`,
  ],
  ['opens a hold again', `update cash_hold set state = 'open', ended_at = null, ended_by = null where id = '$E'`],
  ['changes why a hold ended', `update cash_hold set end_reason = 'x' where id = '$E'`],
  ['raises a hold', `update cash_hold set amount = amount + 1 where id = '$H'`],
  ['gives a hold another cause', `update cash_hold set cause = 'withdrawal' where id = '$H'`],
  ['changes why it was held', `update cash_hold set reason = 'x' where id = '$H'`],
  ['changes the initiator of a withdrawal', `update cash_hold set begun_by = 'bob' where id = '$W'`],
  ['sends a withdrawal elsewhere', `update cash_hold set counterpart_account_number = '1' where id = '$W'`],
  ['gives a hold to another contract', `update cash_hold set contract_id = 'ct-aaaa' where id = '$H'`],
  ['proposes half a release', `update cash_hold set proposed_code = null where id = '$H'`],
  ['holds without a reason', added('cause', `'manual'`)],
  ['holds nothing', added('cause, reason_code, reason', ofPeople).replace(`'hld-x', 1`, `'hld-x', 0`)],
  ['holds for a data cloud that is not named', added('cause', `'preAuthorization'`)],
  ['deletes a hold', `delete from cash_hold where id = '$H'`],
  ['forgets a hold that has ended', `delete from cash_hold where id = '$E'`],
  ['empties the holds', `truncate cash_hold cascade`],
];

refusesToEverybody(hostile, () => ({
  db: app.deps.db,
  script: app.ownerScript,
  names,
  everything: async () => {
    const { db } = app.deps;
    expect([...(await verifyLedger(db)), ...(await verifyHolds(db))]).toEqual([]);
    return {
      held: await db.selectFrom('cash_hold').selectAll().orderBy('id').execute(),
      accounts: await db.selectFrom('ledger_account').selectAll().orderBy('id').execute(),
    };
  },
}));
