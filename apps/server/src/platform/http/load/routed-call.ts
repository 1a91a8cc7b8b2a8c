import type { Call } from '@usance/api/call';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whoever asks was found before by what they carry. Who they are now is still to be looked up. */
    readonly isKnown: boolean;
    /** The account that was found, where callers have accounts. */
    readonly knownAccount: string | undefined;
    /** The account of somebody who signed in on the device that asks, though nobody may be signed in on it now. */
    readonly deviceAccount: string | undefined;
  }
  interface FastifyContextConfig {
    /** The call that a route serves. HEAD has the route of its GET, and a path has its route however it is spelled. */
    call?: Call;
    /** Nobody is looked up for it. */
    isForAnybody?: boolean;
  }
}

/** The call that a request is for; undefined for pages, files, documents and unknown addresses. */
export function callOf(request: FastifyRequest): Call | undefined {
  return request.routeOptions.config.call;
}
