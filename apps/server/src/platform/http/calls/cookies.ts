import type { FastifyReply } from 'fastify';
import type { Cookies } from '../../context/cookies.ts';

// A `__Host-` cookie: this host only, https only, no script reads it.
const strict = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;

export function cookiesOf(reply: FastifyReply): Cookies {
  return {
    get: (name) => reply.request.cookies[name],
    set: (name, value, maxAgeSeconds) => void reply.setCookie(name, value, { ...strict, maxAge: maxAgeSeconds }),
    clear: (name) => void reply.clearCookie(name, strict),
  };
}
