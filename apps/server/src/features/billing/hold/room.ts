import { holds } from '@usance/api/money/hold';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { atEachStep } from '#platform/jobs/round.ts';
import { listCashHolds } from '../../money/cash-hold/cash-hold.queries.ts';
import { calculateHolds } from './calculate-holds.ts';
import { listHolds } from './hold.queries.ts';
import { holdCash } from './hold-cash.ts';
import { releaseEnded } from './release-ended.ts';
import { approveRelease, rejectRelease, releaseHeld } from './release-hold.ts';
import { verifyHolds } from './verify-holds.ts';

export const holdRoom: Room = {
  calls: mount(holds, {
    list: listHolds,
    calculate: calculateHolds,
    hold: holdCash,
    cashHolds: listCashHolds,
    release: releaseHeld,
    approve: approveRelease,
    reject: rejectRelease,
  }),
  rounds: [
    {
      name: 'frozen.release-ended',
      cron: '* * * * *',
      run: (deps, { now }) => releaseEnded(deps, now),
      dueAfter: atEachStep,
    },
  ],
  checks: [{ name: 'held cash equals its holds', look: ({ db }) => verifyHolds(db) }],
};
