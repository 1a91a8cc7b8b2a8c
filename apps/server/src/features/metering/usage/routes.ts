import { usages } from '@usance/api/usage';
import { type Room, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import { ingestUsage } from './ingest-usage.ts';

export const usageRoom: Room = (mount) =>
  mount(usages, {
    // Some hundreds of lines are committed at a time; a body of millions would be too much for one transaction.
    ingest: new SpanningVerb(ingestUsage),
  });
