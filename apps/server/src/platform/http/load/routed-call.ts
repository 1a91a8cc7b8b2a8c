import type { Call } from '@usance/api/call';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** True if the caller was found before by their cookie. The look-up is still to come. */
    readonly isKnown: boolean;
    /** The account that was found, if callers have accounts. */
    readonly knownAccount: string | undefined;
    /** The account that has signed in on this device before, with or without a session now. */
    readonly deviceAccount: string | undefined;
  }
  interface FastifyContextConfig {
    /** The call of a route. HEAD has the route of its GET, and all spellings of a path share its route. */
    call?: Call;
    /** True if the call needs no look-up of its caller. */
    isForAnybody?: boolean;
  }
}

/** The call of a request; undefined for pages, files, documents and unknown addresses. */
export function callOf(request: FastifyRequest): Call | undefined {
  return request.routeOptions.config.call;
}
