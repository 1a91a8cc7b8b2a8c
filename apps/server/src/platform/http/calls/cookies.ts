import type { FastifyReply } from 'fastify';
import type { Cookies } from '../../context/cookies.ts';

// A `__Host-` cookie: this host only, https only, no script reads it.
const strict = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;

interface PromisedCookies extends Cookies {
  /** Has them go with the reply, once what they stand for is kept. */
  give(): void;
}

/**
 * What a verb says of cookies goes with its answer alone: where it fails after that, nothing of it was kept, and the browser
 * would have another cookie in place of its session's that opens nothing.
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
