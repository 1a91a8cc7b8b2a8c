import { usages } from '@usance/api/usage';
import type { Room } from '../../../platform/house/room.ts';
import { mount, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import { atEachStep } from '../../../platform/jobs/round.ts';
import { ingestUsage } from './ingest-usage.ts';
import { forgetPayloads } from './mending/forget-payloads.ts';
import { flushUsage } from './moving/flush-usage.ts';

export const usageRoom: Room = {
  calls: mount(usages, {
    // Some hundreds of lines are committed at a time; a body of millions would be too much for one transaction.
    ingest: new SpanningVerb((ctx, input) => ingestUsage(ctx, input)),
  }),
  rounds: [
    { name: 'usage.flush', cron: '* * * * *', byAnyClock: true, run: (deps) => flushUsage(deps), dueAfter: atEachStep },
    { name: 'usage.forget-payloads', cron: '41 * * * *', run: (deps, { now }) => forgetPayloads(deps, now) },
  ],
};
