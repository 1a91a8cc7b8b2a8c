import * as z from 'zod/mini';
import { defineCalls } from './call.ts';

export const health = defineCalls('health', {
  alive: {
    method: 'GET',
    path: '/accounts/health/alive',
    summary: 'The process runs',
    internal: 'anyone',
    admission: 'always',
    isUnaudited: true,
    reply: z.object({ status: z.literal('alive') }),
  },
  ready: {
    method: 'GET',
    path: '/accounts/health/ready',
    summary: 'Both databases answer',
    internal: 'anyone',
    admission: 'always',
    isUnaudited: true,
    reply: z.object({ status: z.literal('ready') }),
  },
  version: {
    method: 'GET',
    path: '/accounts/version',
    summary: 'The running version',
    internal: 'anyone',
    admission: 'always',
    isUnaudited: true,
    reply: z.object({
      name: z.string(),
      version: z.string(),
      node: z.string(),
      postgres: z.string(),
      clickhouse: z.string(),
    }),
  },
  metrics: {
    method: 'GET',
    path: '/monitor/metrics',
    summary: 'Prometheus metrics',
    internal: 'metrics',
    admission: 'always',
    isUnaudited: true,
    replyMedia: 'text/plain',
    reply: z.string(),
  },
});
