import type { FastifyInstance } from 'fastify';
import { balanceInternalRoutes, balanceRoutes } from './features/billing/available-balance/routes.ts';
import { bankInternalRoutes, bankRoutes } from './features/billing/bank/routes.ts';
import { deductionInternalRoutes, deductionRoutes } from './features/billing/deduction/routes.ts';
import { purchaseInternalRoutes, purchaseRoutes } from './features/billing/purchase/routes.ts';
import { statementInternalRoutes, statementRoutes } from './features/billing/statement/routes.ts';
import { focusInternalRoutes } from './features/installation/focus/routes.ts';
import { priceInternalRoutes } from './features/metering/price/routes.ts';
import { skuInternalRoutes } from './features/metering/sku/routes.ts';
import { usageInternalRoutes } from './features/metering/usage/routes.ts';
import { frozenInternalRoutes, frozenRoutes } from './features/money/frozen/routes.ts';
import { healthRoutes } from './features/operation/health/routes.ts';
import { findInternalToken, installInternalToken } from './features/party/account/internal-token.ts';
import { accountRoutes } from './features/party/account/routes.ts';
import { findSession } from './features/party/account/session.ts';
import { contractInternalRoutes, contractRoutes } from './features/party/contract/routes.ts';
import { datacloudRoutes } from './features/party/datacloud/routes.ts';
import { regionInternalRoutes, regionRoutes } from './features/party/region/routes.ts';
import { rolesOn } from './features/party/role/role.queries.ts';
import type { Deps } from './platform/context.ts';
import { type Admission, admitWithin } from './platform/http/admission.ts';
import { serveApiDocs } from './platform/http/api-docs.ts';
import { type Boot, serveConsole } from './platform/http/console-files.ts';
import { refuseCrossSite } from './platform/http/cross-site.ts';
import { openListener } from './platform/http/listener.ts';
import { type Metrics, openMetrics } from './platform/http/metrics.ts';
import { type Router, routerOn } from './platform/http/mount.ts';
import { openApiOf, serveOpenApi } from './platform/http/openapi.ts';
import { limitRates, type RateLimits } from './platform/http/rate-limits.ts';
import type { Tick } from './platform/jobs/open-jobs.ts';
import { ticksOf } from './ticks.ts';

export interface App {
  /** Serves the console and /api/v1. */
  readonly publicListener: FastifyInstance;
  /** Serves /internal/api/v1, never reachable through the public one. */
  readonly internalListener: FastifyInstance;
  /** What comes round by itself, for the process that runs jobs. */
  readonly ticks: readonly Tick[];
}

export interface AppOptions {
  readonly version: string;
  readonly internalToken: string;
  readonly metrics?: Metrics;
  readonly isDraining?: () => boolean;
  /** The built console and what its page is told; without it only the API is served. */
  readonly console?: { readonly dist: string; readonly boot: Boot };
  /** Without it nothing is refused for load: tests inject more than a person clicks. */
  readonly overload?: { readonly admission: Admission; readonly rates: RateLimits };
}

/** Builds both listeners over the given engines and clock; nothing listens yet, so tests can inject requests. */
export async function buildApp(deps: Deps, options: AppOptions): Promise<App> {
  await installInternalToken(deps.db, options.internalToken, deps.clock.now());
  return {
    publicListener: await buildPublic(deps, options),
    internalListener: await buildInternal(deps, options),
    ticks: ticksOf(deps),
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
  const document = () => openApiOf('Usance', options.version, router.calls);
  serveOpenApi(app, '/api/openapi.json', document);
  serveApiDocs(app, '/api/docs', document);
  if (options.console) await serveConsole(app, options.console.dist, options.console.boot);
  if (options.overload) {
    await limitRates(app, options.overload.rates);
    await admitWithin(app, options.overload.admission, router.calls);
  }
  options.metrics?.observe(app, router.calls);
  return app;
}

// A meter far away sends batches of up to 64 MiB. Only our own machines are on this listener, so none holds a place open.
const slowSenderMs = 120_000;
// Rating ten million rows, or importing a large file, answers only when it is done.
const longCallMs = 15 * 60_000;

async function buildInternal(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const app = await openListener(deps.log, { requestTimeout: slowSenderMs, connectionTimeout: longCallMs });
  const router = routerOn(app, deps, {
    subjectOf: async (request) => {
      const token = await findInternalToken(deps.db, request.headers.authorization);
      return token ? { kind: 'internal', ...token } : { kind: 'anonymous' };
    },
    roles: { rolesOn: async () => [] },
  });
  for (const mountRoutes of internalRoutes) mountRoutes(router);
  const { version, metrics = openMetrics(), isDraining = () => false } = options;
  healthRoutes(router, { version, metrics, isDraining });
  const document = () => openApiOf('Usance, internal', version, router.calls);
  serveOpenApi(app, '/internal/api/openapi.json', document);
  serveApiDocs(app, '/internal/api/docs', document);
  if (options.overload) await admitWithin(app, options.overload.admission, router.calls);
  metrics.observe(app, router.calls);
  return app;
}

const publicRoutes: ((router: Router) => void)[] = [
  accountRoutes,
  contractRoutes,
  datacloudRoutes,
  regionRoutes,
  bankRoutes,
  frozenRoutes,
  deductionRoutes,
  balanceRoutes,
  purchaseRoutes,
  statementRoutes,
];
const internalRoutes: ((router: Router) => void)[] = [
  contractInternalRoutes,
  regionInternalRoutes,
  skuInternalRoutes,
  priceInternalRoutes,
  usageInternalRoutes,
  bankInternalRoutes,
  frozenInternalRoutes,
  deductionInternalRoutes,
  balanceInternalRoutes,
  purchaseInternalRoutes,
  statementInternalRoutes,
  focusInternalRoutes,
];
