import type { FastifyReply } from 'fastify';
import type { Cookies } from '../../../context/context.ts';

// A `__Host-` cookie: this host only, https only, no script reads it.
const strict = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;

interface PromisedCookies extends Cookies {
  /** Adds the cookies to the reply, after their session is stored. */
  give(): void;
}

/**
 * Sets a verb's cookies only with its success. If the call fails later, nothing was stored, and the browser must not
 * exchange its session's cookie for one that opens nothing.
 */
export function cookiesOf(reply: FastifyReply): PromisedCookies {
  const promised: (() => void)[] = [];
  return {
    get: (name) => reply.request.cookies[name],
    set: (name, value, maxAge) => void promised.push(() => reply.setCookie(name, value, { ...strict, maxAge })),
    clear: (name) => void promised.push(() => reply.clearCookie(name, strict)),
    give: () => {
      for (const each of promised) each();
    },
  };
}
