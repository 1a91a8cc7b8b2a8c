import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';
import { askedPath } from './asked-path.ts';

/** Answers 405 with the allowed methods for a known path, and 404 for an unknown one or a file that has gone since. */
export function refuseOtherMethods(app: FastifyInstance): void {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', (route) => {
    const pattern = new RegExp(
      `^${route.url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`,
    );
    routes.push({ pattern, methods: [route.method].flat() });
  });
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const path = askedPath(request);
    const allowed = new Set(routes.filter((route) => route.pattern.test(path)).flatMap((route) => route.methods));
    if (allowed.size === 0 || allowed.has(request.method))
      throw new Refusal('NOT_FOUND', 'This address does not exist.');
    reply.header('allow', [...allowed].sort().join(', '));
    throw new Refusal('METHOD_NOT_ALLOWED', `${request.method} is not allowed here.`);
  };
  // Refuses before a useless body is read. GET and HEAD may be for a page.
  app.addHook('preParsing', async (request, reply) => {
    if (request.is404 && request.method !== 'GET' && request.method !== 'HEAD') refuse(request, reply);
  });
  app.setNotFoundHandler(refuse);
}
