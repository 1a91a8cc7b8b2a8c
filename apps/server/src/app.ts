import type { FastifyInstance } from 'fastify';
import { findInternalToken, installInternalToken } from './features/account/internal-token.ts';
import { accountRoutes } from './features/account/routes.ts';
import { findSession } from './features/account/session.ts';
import { contractInternalRoutes, contractRoutes } from './features/contract/routes.ts';
import { rolesOn } from './features/role/role.queries.ts';
import type { Deps } from './platform/context.ts';
import { refuseCrossSite } from './platform/http/cross-site.ts';
import { openListener } from './platform/http/listener.ts';
import { type Router, routerOn } from './platform/http/mount.ts';
import { openApiOf, serveOpenApi } from './platform/http/openapi.ts';

export interface App {
  /** Serves the console and /api/v1. */
  readonly publicListener: FastifyInstance;
  /** Serves /internal/api/v1, never reachable through the public one. */
  readonly internalListener: FastifyInstance;
}

export interface AppOptions {
  readonly version: string;
  readonly internalToken: string;
}

/** Builds both listeners over the given engines and clock; nothing listens yet, so tests can inject requests. */
export async function buildApp(deps: Deps, options: AppOptions): Promise<App> {
  await installInternalToken(deps.db, options.internalToken, deps.clock.now());
  return {
    publicListener: await buildPublic(deps, options),
    internalListener: await buildInternal(deps, options),
  };
}

async function buildPublic(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const app = await openListener(deps.log);
  refuseCrossSite(app);
  const router = routerOn(app, deps, {
    subjectOf: async (request) => {
      const session = await findSession(deps.db, request.headers.cookie, deps.clock.now());
      return session ? { kind: 'account', accountId: session.accountId, sessionId: session.id } : { kind: 'anonymous' };
    },
    roles: { rolesOn: (accountId, contractId) => rolesOn(deps.db, accountId, contractId) },
  });
  for (const mountRoutes of publicRoutes) mountRoutes(router);
  serveOpenApi(app, '/api/openapi.json', () => openApiOf('Usance', options.version, router.calls));
  return app;
}

async function buildInternal(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const app = await openListener(deps.log);
  const router = routerOn(app, deps, {
    subjectOf: async (request) => {
      const token = await findInternalToken(deps.db, request.headers.authorization);
      return token ? { kind: 'internal', ...token } : { kind: 'anonymous' };
    },
    roles: { rolesOn: async () => [] },
  });
  for (const mountRoutes of internalRoutes) mountRoutes(router);
  serveOpenApi(app, '/internal/api/openapi.json', () => openApiOf('Usance, internal', options.version, router.calls));
  return app;
}

const publicRoutes: ((router: Router) => void)[] = [accountRoutes, contractRoutes];
const internalRoutes: ((router: Router) => void)[] = [contractInternalRoutes];
