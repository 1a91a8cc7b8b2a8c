import { accountPeriods } from '@usance/api/account-period';
import type { Room } from '../../../platform/house/room.ts';
import { mount } from '../../../platform/http/calls/verb.ts';
import { listEpisodes } from './account-period.queries.ts';
import { followDue } from './follow-due.ts';
import { nextLook } from './next-look.ts';
import { reopenContract } from './reopen-contract.ts';

export const accountPeriodRoom: Room = {
  calls: mount(accountPeriods, { list: listEpisodes, reopen: reopenContract }),
  rounds: [
    {
      name: 'account-period.follow-due',
      cron: '* * * * *',
      run: (deps, { now }) => followDue(deps, now),
      dueAfter: nextLook,
    },
  ],
};
