import type { FastifyRequest } from 'fastify';

/** The path that a request asks for, as the router reads it, however it is spelled. */
export function askedPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const path = url.replace(/^https?:\/\/[^/]*/i, '').split('?')[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    // The router has refused it already.
    return path;
  }
}
