import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import type { Deps, OnContract, WriteContext } from '#platform/context/context.ts';
import type { Subject } from '#platform/context/subject.ts';
import type { Side } from '#platform/http/calls/admission/served-call.ts';
import { auditRefusals } from '#platform/http/calls/audit/audit-refusals.ts';
import { serveCalls } from '#platform/http/calls/serving/serve-calls.ts';
import { type ContractLocks, type MountedCall, servedCalls } from '#platform/http/calls/verb.ts';
import { serveDocuments } from '#platform/http/document/documents.ts';
import { openApiOf } from '#platform/http/document/openapi.ts';
import { askedPath } from '#platform/http/listener/asked-path.ts';
import { refuseCrossSite } from '#platform/http/listener/cross-site.ts';
import { FirstRepliesLimit } from '#platform/http/listener/limit/first-replies-limit.ts';
import { limitRates, type RateLimits } from '#platform/http/listener/limit/rate-limits.ts';
import { SharedCounts } from '#platform/http/listener/limit/shared-counts.ts';
import { openListener } from '#platform/http/listener/listener.ts';
import { type Boot, serveConsole } from '#platform/http/listener/page/console-files.ts';
import { type FirstReplies, firstReplies } from '#platform/http/listener/page/first-replies.ts';
import { type AdmissionSlots, openUnlimited } from '#platform/http/load/admission.ts';
import { KnownCallers } from '#platform/http/load/known-callers.ts';
import { type PressureLimits, shedLoad } from '#platform/http/load/shed.ts';
import type { Tick } from '#platform/jobs/open-jobs.ts';
import { movingMoney } from './features/billing/account-period/moving-money.ts';
import { openGate } from './features/contract/access/gate.ts';
import { withLockedContract } from './features/contract/contract/locked.ts';
import { ticksOfMovable } from './features/installation/test-clock/while-moved.ts';
import { deviceTokenIn } from './features/people/account/signed-in/device.ts';
import { findSession } from './features/people/account/signed-in/find-session.ts';
import { sessionTokenIn } from './features/people/account/signed-in/session.ts';
import { findToken } from './features/people/token/find-token.ts';
import { installToken } from './features/people/token/install-token.ts';
import { firstAskedAt, nextAskedAt } from './first-asked.ts';
import { rooms } from './rooms.ts';

export interface App {
  /** Serves the console and /api/v1. */
  readonly publicListener: FastifyInstance;
  /** Serves /internal/api/v1, which the public listener never serves. */
  readonly internalListener: FastifyInstance;
  /** Request counts by caller, shared every few seconds with the other servers of the installation. */
  readonly counts: SharedCounts;
  /** Recurring work, for the process that runs jobs. */
  readonly ticks: readonly Tick[];
}

export interface AppOptions {
  readonly internalToken: string;
  /** True if other servers may use another token; then this one is added without replacing it. */
  readonly isTokenShared?: boolean;
  readonly trustProxy?: readonly string[];
  /** The built console and its page's data; without it only the API is served. */
  readonly console?: { readonly dist: string; readonly boot: Boot };
  /** True if a refusal that the call does not declare is an error, for tests. */
  readonly strict?: boolean;
  /** Limits under load. Without them no request is refused, since tests send more than a person. */
  readonly overload?: {
    readonly admission: AdmissionSlots;
    readonly pressure: PressureLimits;
    readonly rates: RateLimits;
  };
}

/** Builds both listeners over an installation; neither listens yet, so tests can inject requests. */
export async function buildApp(deps: Deps, options: AppOptions): Promise<App> {
  await installToken(deps, options);
  const contractLocks: ContractLocks = {
    contract: withLockedContract<OnContract<WriteContext>, unknown>,
    money: movingMoney<OnContract<WriteContext>, unknown>,
  };
  const served = servedCalls(
    rooms.flatMap(({ calls = [] }) => calls),
    { contractLocks, fittings: deps },
  );
  const counts = new SharedCounts();
  return {
    counts,
    publicListener: await buildPublic(deps, { ...options, counts }, served),
    internalListener: await buildInternal(deps, options, served),
    ticks: ticksOfMovable(deps, deps.calendar),
  };
}

/** The part of a request that carries a session. */
interface Carrying {
  readonly headers: { readonly cookie?: string | undefined };
}

async function buildPublic(
  deps: Deps,
  options: AppOptions & Pick<App, 'counts'>,
  mounted: readonly MountedCall[],
): Promise<FastifyInstance> {
  const { trustProxy = [] } = options;
  const known = new KnownCallers(({ headers }: Carrying) => sessionTokenIn(headers.cookie));
  const devices = new KnownCallers(({ headers }: Carrying) => deviceTokenIn(headers.cookie));
  const app = await openListener(deps.log, { trustProxy, known, devices });
  refuseCrossSite(app);
  const whoAsks = async ({ headers }: Carrying): Promise<Subject> =>
    (await findSession(deps.db, headers.cookie, deps.clock.now())) ?? { kind: 'anonymous' };
  const subjectOf = devices.keeping(known.remembering(whoAsks));
  // A new session becomes known at once, or its first page would queue with made-up sessions.
  app.addHook('onSend', async (_request, reply) => {
    const cookie = [reply.getHeader('set-cookie') ?? []].flat().join('; ');
    if (sessionTokenIn(cookie) !== undefined) await subjectOf({ headers: { cookie } }).catch(() => undefined);
  });
  const gate = openGate(deps.db, subjectOf);
  const family = 'customer';
  const calls = serveCalls(sideOf(deps, options, { app, family, gate }), deps, mounted);
  auditRefusals(app, { family, gate }, deps);
  serveDocuments(app, '/api', () => openApiOf('Usance', deps.process.version, calls, family));
  if (options.console) {
    const { dist, boot } = options.console;
    const ahead = new FirstRepliesLimit();
    const { clock: testClock } = deps.calendar;
    await serveConsole(app, dist, {
      bootOf: () => ({ ...boot, ...(testClock.isSandbox && { sandboxNow: testClock.now().toISOString() }) }),
      repliesTo: (request) =>
        request.method !== 'HEAD' && sessionTokenIn(request.headers.cookie) !== undefined
          ? firstRepliesOf({ app, ahead, clock: testClock }, request)
          : undefined,
    });
  }
  if (options.overload) {
    await limitRates(app, options.overload.rates, sessionTokenIn, options.counts);
    await shedLoad(app, family, options.overload);
  }
  deps.process.metrics.observe(app, family);
  return app;
}

async function firstRepliesOf(
  { app, ahead, clock }: { app: FastifyInstance; ahead: FirstRepliesLimit; clock: Clock },
  request: FastifyRequest,
): Promise<FirstReplies> {
  const page = { path: askedPath(request), hasQuery: request.url.includes('?') };
  const asked = {
    first: firstAskedAt(page.path),
    next: (told: FirstReplies) => nextAskedAt(page, told, clock.now()),
  };
  return ahead.within(request, () => firstReplies(app, request, asked), {});
}

// A distant meter sends batches of up to 64 MiB. Only our own machines use this listener, so a slow sender is not an
// attack.
const slowSenderMs = 120_000;
// Rating ten million rows or importing a large file answers only at its end.
const longCallMs = 15 * 60_000;
// All internal callers may share one machine.
const sharedJsonBytes = { all: 32 * 2 ** 20, ofOne: 32 * 2 ** 20 };

async function buildInternal(
  deps: Deps,
  options: AppOptions,
  mounted: readonly MountedCall[],
): Promise<FastifyInstance> {
  const app = await openListener(deps.log, {
    requestTimeout: slowSenderMs,
    connectionTimeout: longCallMs,
    jsonBytes: sharedJsonBytes,
  });
  const gate = openGate(deps.db, async (request) => {
    const token = await findToken(deps.db, request.headers.authorization, deps.clock.now());
    return token ? { kind: 'internal', ...token } : { kind: 'anonymous' };
  });
  const family = 'internal';
  const calls = serveCalls(sideOf(deps, options, { app, family, gate }), deps, mounted);
  auditRefusals(app, { family, gate }, deps);
  serveDocuments(app, '/internal/api', () => openApiOf('Usance, internal', deps.process.version, calls, family));
  if (options.overload) await shedLoad(app, family, options.overload);
  deps.process.metrics.observe(app, family);
  return app;
}

function sideOf(
  { log }: Deps,
  { strict = false, overload }: AppOptions,
  listener: Pick<Side, 'app' | 'family' | 'gate'>,
): Side {
  const { [listener.family]: slots } = overload?.admission ?? openUnlimited();
  // An undeclared refusal still reaches the caller, and is logged as our fault; tests fail on it.
  const onUndeclared: Side['onUndeclared'] = (call, { reason }) => {
    if (strict) throw new Error(`${call.id} was refused with ${reason}, which it does not declare`);
    log.error({ call: call.id, reason }, 'a call was refused with a reason that it does not declare');
  };
  return { ...listener, slots, onUndeclared };
}
