import { accountPeriods } from '@usance/api/billing/account-period';
import { madeAnew, reason } from '#platform/house/archived-text.ts';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { listEpisodes } from './account-period.queries.ts';
import { followDue, nextCheck } from './follow-due.ts';
import { reopenContract } from './reopen-contract.ts';
import { verifyAccountPeriods } from './verify-account-periods.ts';

export const accountPeriodRoom: Room = {
  calls: mount(accountPeriods, { list: listEpisodes, reopen: reopenContract }),
  rounds: [
    {
      name: 'account-period.follow-due',
      cron: '* * * * *',
      run: (deps, { now }) => followDue(deps, now),
      dueAfter: nextCheck,
    },
  ],
  tables: {
    // Its triggers read settlements, which must be restored first.
    account_episode: { travels: { by: ['no'], tells: { reason }, after: 'settlement' } },
    account_period: { stays: madeAnew },
    account_told: { stays: madeAnew },
  },
  checks: [{ name: 'account periods follow from their rule', look: ({ db }) => verifyAccountPeriods(db) }],
};
