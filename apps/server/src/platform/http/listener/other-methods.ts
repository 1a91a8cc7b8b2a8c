import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';
import { askedPath } from './asked-path.ts';

/** A known path with another verb answers 405 and says what it takes; an unknown path answers 404. */
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
    if (allowed.size === 0) throw new Refusal('NOT_FOUND', 'There is nothing at this address.');
    reply.header('allow', [...allowed].sort().join(', '));
    throw new Refusal('METHOD_NOT_ALLOWED', `${request.method} is not possible here.`);
  };
  // Before anybody looks at a body that nobody takes. GET and HEAD may be for a page.
  app.addHook('preParsing', async (request, reply) => {
    if (request.is404 && request.method !== 'GET' && request.method !== 'HEAD') refuse(request, reply);
  });
  app.setNotFoundHandler(refuse);
}
