import type { FastifyInstance } from 'fastify';
import { docsPageOf, pagePolicy } from './api-docs.ts';
import type { ApiDocument } from './openapi.ts';
import { serveMade } from './serve-made.ts';

/**
 * Serves the description of the calls for machines (`openapi.json`) and people (`docs`), both from one object made
 * once.
 */
export function serveDocuments(app: FastifyInstance, root: string, document: () => ApiDocument): void {
  let made: ApiDocument | undefined;
  const once = () => {
    made ??= document();
    return made;
  };
  const source = `${root}/openapi.json`;
  serveMade(app, source, { type: 'application/json; charset=utf-8', make: () => JSON.stringify(once()) });
  serveMade(app, `${root}/docs`, {
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': pagePolicy },
    make: () => docsPageOf(once(), source),
  });
}
