import { contractState } from '@usance/api/contract/contract';
import { contractLifecycleId, contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { line, reason } from '#platform/house/archived-text.ts';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { listLifecycles } from './contract-lifecycle.queries.ts';
import { createLifecycle } from './create-lifecycle.ts';
import { followPlans, nextPlan } from './follow-plans.ts';
import { updateLifecycle } from './update-lifecycle.ts';

export const contractLifecycleRoom: Room = {
  calls: mount(contractLifecycles, { create: createLifecycle, list: listLifecycles, update: updateLifecycle }),
  rounds: [
    {
      name: 'contract.follow-plans',
      cron: '* * * * *',
      run: (deps, { now }) => followPlans(deps, now),
      dueAfter: nextPlan,
    },
  ],
  tables: {
    contract_lifecycle: {
      travels: {
        by: ['id'],
        tells: { id: contractLifecycleId, from_state: contractState, reason, refusal: line(500) },
      },
    },
  },
};
