import type { FastifyRequest } from 'fastify';

/** The path of a request as the router reads it, whatever its spelling. */
export function askedPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const path = url.replace(/^https?:\/\/[^/]*/i, '').split('?')[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    // The router has already refused it.
    return path;
  }
}
