import { usages } from '@usance/api/usage';
import { type Room, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import type { Provisioner } from '../../party/datacloud/provisioner.ts';
import { ingestUsage } from './ingest-usage.ts';

export const usageRoom =
  (provisioner: Provisioner): Room =>
  (mount) =>
    mount(usages, {
      // Some hundreds of lines are committed at a time; a body of millions would be too much for one transaction.
      ingest: new SpanningVerb((ctx, input) => ingestUsage(ctx, input, { provisioner })),
    });
