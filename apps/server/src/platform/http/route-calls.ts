import type { Call } from '@usance/api/call';
import type { FastifyRequest } from 'fastify';

/** Finds the call that a request is for; undefined for pages, files and unknown addresses. */
export function callFinder(calls: readonly Call[]): (request: FastifyRequest) => Call | undefined {
  const byRoute = new Map<string, Call>();
  for (const call of calls) byRoute.set(`${call.method} ${call.path.replaceAll(/\{(\w+)\}/g, ':$1')}`, call);
  return (request) => byRoute.get(`${request.method} ${request.routeOptions.url}`);
}
