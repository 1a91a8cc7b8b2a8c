import { usages } from '@usance/api/metering/usage';
import { usageStays } from '#platform/house/archived-text.ts';
import type { Room } from '#platform/house/room.ts';
import { mount, SpanningVerb } from '#platform/http/calls/verb.ts';
import { atEachStep } from '#platform/jobs/round.ts';
import { forgetOldUsage } from './forgetting/forget-old-usage.ts';
import { forgetPayloads } from './forgetting/forget-payloads.ts';
import { ingestUsage } from './ingest-usage.ts';
import { flushUsage } from './moving/flush-usage.ts';
import { verifyUsage } from './verify-usage.ts';

export const usageRoom: Room = {
  calls: mount(usages, {
    // Spanning, because some thousands of lines are committed at a time: millions would be too much for one transaction.
    ingest: new SpanningVerb((ctx, input) => ingestUsage(ctx, input)),
  }),
  rounds: [
    { name: 'usage.flush', cron: '* * * * *', byAnyClock: true, run: (deps) => flushUsage(deps), dueAfter: atEachStep },
    { name: 'usage.forget-old', cron: '29 2 * * *', run: (deps, { now }) => forgetOldUsage(deps, now) },
    { name: 'usage.forget-payloads', cron: '41 * * * *', run: (deps, { now }) => forgetPayloads(deps, now) },
  ],
  tables: {
    usage_key: {},
    usage_batch: { stays: usageStays },
    forgotten_batches: { stays: usageStays },
    usage_day: { stays: usageStays },
    usage_dirty_day: { stays: usageStays },
  },
  sequences: {
    usage_batch_batch_no_seq: [['usage_batch', 'batch_no']],
    usage_mark: [['usage_dirty_day', 'version']],
  },
  checks: [{ name: 'usage is stored as it was acknowledged', look: verifyUsage }],
};
