import { type Call, type Family, pathOf } from '@usance/api/call';
import type { FastifyRequest } from 'fastify';

/** Finds the call that a request is for; undefined for pages, files and unknown addresses. */
export function callFinder(calls: readonly Call[], family: Family): (request: FastifyRequest) => Call | undefined {
  const byRoute = new Map<string, Call>();
  for (const call of calls) byRoute.set(`${call.method} ${pathOf(call, family).replaceAll(/\{(\w+)\}/g, ':$1')}`, call);
  return (request) => byRoute.get(`${request.method} ${request.routeOptions.url}`);
}
