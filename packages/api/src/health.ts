import * as z from 'zod/mini';
import { anyone, defineCall, internal } from './call.ts';

export const alive = defineCall({
  id: 'health.alive',
  method: 'GET',
  path: '/internal/api/v1/accounts/health/alive',
  summary: 'The process runs',
  access: anyone,
  reply: z.object({ status: z.literal('alive') }),
});
export const ready = defineCall({
  id: 'health.ready',
  method: 'GET',
  path: '/internal/api/v1/accounts/health/ready',
  summary: 'Both databases answer',
  access: anyone,
  reply: z.object({ status: z.literal('ready') }),
});
export const version = defineCall({
  id: 'health.version',
  method: 'GET',
  path: '/internal/api/v1/accounts/version',
  summary: 'The running version',
  access: anyone,
  reply: z.object({
    name: z.string(),
    version: z.string(),
    node: z.string(),
    postgres: z.string(),
    clickhouse: z.string(),
  }),
});
export const metrics = defineCall({
  id: 'health.metrics',
  method: 'GET',
  path: '/internal/api/v1/monitor/metrics',
  summary: 'Prometheus metrics',
  access: internal('read'),
  replyMedia: 'text/plain',
  reply: z.string(),
});
