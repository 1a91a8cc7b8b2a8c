import { randomUUID } from 'node:crypto';
import type { TradeDefault } from '@usance/api/trade-default';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accountPeriodRoom } from './features/billing/account-period/routes.ts';
import { arrearsRoom } from './features/billing/arrears/routes.ts';
import { availableBalanceRoom } from './features/billing/available-balance/routes.ts';
import { balanceRoom } from './features/billing/balance/routes.ts';
import { balanceWarningRoom } from './features/billing/balance-warning/routes.ts';
import { bankRoom } from './features/billing/bank/routes.ts';
import { calendarRoom } from './features/billing/calendar/routes.ts';
import type { Witness } from './features/billing/calendar/witness.ts';
import { creditLimitRoom } from './features/billing/credit-limit/routes.ts';
import { deductionRoom } from './features/billing/deduction/routes.ts';
import { dueDateRoom } from './features/billing/due-date/routes.ts';
import { gracePeriodRoom } from './features/billing/grace-period/routes.ts';
import { holdRoom } from './features/billing/hold/routes.ts';
import { purchaseRoom } from './features/billing/purchase/routes.ts';
import { statementRoom } from './features/billing/statement/routes.ts';
import { waitingMonthRoom } from './features/billing/statement/waiting/routes.ts';
import { voucherRoom } from './features/billing/voucher/routes.ts';
import { withdrawalRoom } from './features/billing/withdrawal/routes.ts';
import { contractArchiveRoom } from './features/installation/contract-archive/routes.ts';
import { focusRoom } from './features/installation/focus/routes.ts';
import { reencryptRoom } from './features/installation/reencrypt/routes.ts';
import { MovableClock } from './features/installation/test-clock/movable-clock.ts';
import { testClockRoom } from './features/installation/test-clock/routes.ts';
import { ticksOfMovable } from './features/installation/test-clock/while-moved.ts';
import { verifyRoom } from './features/installation/verify/routes.ts';
import type { OwnState } from './features/installation/waiting/find-waiting.ts';
import { measureWaiting } from './features/installation/waiting/measure-waiting.ts';
import { waitingRoom } from './features/installation/waiting/routes.ts';
import { nothingSold } from './features/marketplace/provider/marketplace-config.ts';
import type { Marketplaces } from './features/marketplace/provider/marketplaces.ts';
import { openMarketplaces } from './features/marketplace/provider/open-marketplaces.ts';
import { marketplaceRoom } from './features/marketplace/routes.ts';
import { discountRoom } from './features/metering/discount/routes.ts';
import { machineTypeRoom } from './features/metering/machine-type/routes.ts';
import { priceRoom } from './features/metering/price/routes.ts';
import { purchaseBlacklistRoom } from './features/metering/purchase-blacklist/routes.ts';
import { skuRoom } from './features/metering/sku/routes.ts';
import { tierRoom } from './features/metering/tier/routes.ts';
import { usageRoom } from './features/metering/usage/routes.ts';
import type { AmountByCurrency } from './features/money/cash-hold/two-people.ts';
import { frozenRoom } from './features/money/frozen/routes.ts';
import { healthRoom } from './features/operation/health/routes.ts';
import { openGate } from './features/party/access/gate.ts';
import { deviceTokenIn } from './features/party/account/device.ts';
import { findSession } from './features/party/account/find-session.ts';
import { accountRoom } from './features/party/account/routes.ts';
import { sessionTokenIn } from './features/party/account/session.ts';
import { accountInitVoucherRoom } from './features/party/account-init-voucher/routes.ts';
import { appRoom } from './features/party/app/routes.ts';
import { auditRecordRoom } from './features/party/audit-record/routes.ts';
import { billingVersionRoom } from './features/party/billing-version/routes.ts';
import { citizenRoom } from './features/party/citizen/routes.ts';
import { contractRoom } from './features/party/contract/routes.ts';
import { contractBlacklistRoom } from './features/party/contract-blacklist/routes.ts';
import { contractKeyRoom } from './features/party/contract-key/routes.ts';
import { contractLifecycleRoom } from './features/party/contract-lifecycle/routes.ts';
import { datacloudOrderRoom } from './features/party/datacloud/ordering/routes.ts';
import { builtInProvisioner, type Provisioner } from './features/party/datacloud/provisioner.ts';
import { datacloudRoom } from './features/party/datacloud/routes.ts';
import { demoBookingRoom } from './features/party/demo-booking/routes.ts';
import { featureGateRoom } from './features/party/feature-gate/routes.ts';
import { identityRoom } from './features/party/identity/routes.ts';
import { identityProviderRoom } from './features/party/identity-provider/routes.ts';
import { kycInfoRoom } from './features/party/kyc-info/routes.ts';
import { notificationRoom } from './features/party/notification/routes.ts';
import { operatorRoom } from './features/party/operator/routes.ts';
import { passkeyRoom } from './features/party/passkey/routes.ts';
import { portraitRoom } from './features/party/portrait/routes.ts';
import { regionRoom } from './features/party/region/routes.ts';
import { registrationRoom } from './features/party/registration/routes.ts';
import { roleRoom } from './features/party/role/routes.ts';
import { secondFactorRoom } from './features/party/second-factor/routes.ts';
import { SealingKey } from './features/party/second-factor-record/sealing-key.ts';
import { sessionRoom } from './features/party/session/routes.ts';
import { settingsRoom } from './features/party/settings/routes.ts';
import { endSignOns } from './features/party/sso/end-sign-ons.ts';
import { ssoRoom } from './features/party/sso/routes.ts';
import { serviceProviderAt } from './features/party/sso/saml/service-provider.ts';
import { findToken } from './features/party/token/find-token.ts';
import { installToken } from './features/party/token/install-token.ts';
import { tokenRoom } from './features/party/token/routes.ts';
import { tradeDefaultRoom } from './features/party/trade-default/routes.ts';
import { tradeDefaultsOf } from './features/party/trade-default/trade-defaults.ts';
import { verificationRoom } from './features/party/verification/routes.ts';
import { attachmentRoom } from './features/sale/attachment/routes.ts';
import { newContractRoom } from './features/sale/new-contract/routes.ts';
import { newDatacloudRoom } from './features/sale/new-datacloud/routes.ts';
import { offerComparisonRoom } from './features/sale/offer-comparison/routes.ts';
import { offerDocumentRoom } from './features/sale/offer-document/routes.ts';
import { privateOfferRoom } from './features/sale/private-offer/routes.ts';
import { firstAskedAt } from './first-asked.ts';
import type { Deps } from './platform/context/context.ts';
import type { Subject } from './platform/context/subject.ts';
import { auditRefusals } from './platform/http/calls/audit-refusals.ts';
import { serveCalls } from './platform/http/calls/serve-calls.ts';
import type { Side } from './platform/http/calls/served-call.ts';
import { callsOf, type MountedCall, type Room } from './platform/http/calls/verb.ts';
import { serveDocuments } from './platform/http/document/documents.ts';
import { openApiOf } from './platform/http/document/openapi.ts';
import { askedPath } from './platform/http/listener/asked-path.ts';
import { AskingAhead } from './platform/http/listener/asking-ahead.ts';
import { type Boot, serveConsole } from './platform/http/listener/console-files.ts';
import { refuseCrossSite } from './platform/http/listener/cross-site.ts';
import { type FirstReplies, firstReplies } from './platform/http/listener/first-replies.ts';
import { openListener } from './platform/http/listener/listener.ts';
import { limitRates, type RateLimits } from './platform/http/listener/rate-limits.ts';
import { SharedCounts } from './platform/http/listener/shared-counts.ts';
import { type AdmissionSlots, openUnlimited } from './platform/http/load/admission.ts';
import { KnownCallers } from './platform/http/load/known-callers.ts';
import { type Metrics, openMetrics } from './platform/http/load/metrics.ts';
import { type PressureLimits, shedLoad } from './platform/http/load/shed.ts';
import type { Tick } from './platform/jobs/open-jobs.ts';
import { ticksOf } from './ticks.ts';

export interface App {
  /** Serves the console and /api/v1. */
  readonly publicListener: FastifyInstance;
  /** Serves /internal/api/v1, never reachable through the public one. */
  readonly internalListener: FastifyInstance;
  /** How often who asks, to be shared with the other servers of the installation every few seconds. */
  readonly counts: SharedCounts;
  /** What comes round by itself, for the process that runs jobs. */
  readonly ticks: readonly Tick[];
}

export interface AppOptions {
  readonly version: string;
  readonly internalToken: string;
  /** Whether another server may live by another token: then this one does not replace it. */
  readonly isTokenShared?: boolean;
  /** Without it the secrets of second factors can be read by nobody afterwards: for tests. */
  readonly sealingKey?: SealingKey;
  readonly trustProxy?: readonly string[];
  /** Where browsers find this installation. */
  readonly publicUrl?: string;
  /** Whether who registers is told that no telephone has to be verified. */
  readonly skipsPhones?: boolean;
  /** Whether nobody is shown the product here: it is somebody's own. */
  readonly isSelfHosted?: boolean;
  /** To whom money is sent; what is shipped where nothing is said. */
  readonly tradeDefaults?: readonly TradeDefault[];
  /** Who makes what stands behind data clouds; nobody has to by default. */
  readonly provisioner?: Provisioner;
  /** Above which amount a withdrawal, or the release of a hold, takes two people; none does by default. */
  readonly twoPeopleAbove?: AmountByCurrency;
  /** What of its contract's cash each new data cloud holds; nothing by default. */
  readonly datacloudHold?: AmountByCurrency;
  /** Through which marketplaces what is sold; nothing by default. */
  readonly marketplaces?: Marketplaces;
  readonly metrics?: Metrics;
  /** The process tells these to whoever asks what waits. */
  readonly ownState?: OwnState;
  readonly isDraining?: () => boolean;
  /** What the calendar's clock is held against; without it the clock is believed, as one that is moved by hand must be. */
  readonly witness?: Witness;
  /** Whose time can be moved in a sandbox: the very clock of `deps`. Without it time goes on as that one says. */
  readonly testClock?: MovableClock;
  /** The built console and what its page is told; without it only the API is served. */
  readonly console?: { readonly dist: string; readonly boot: Boot };
  /** A refusal that its call does not declare is a failure: for tests. */
  readonly strict?: boolean;
  /** Without it nothing is refused for load: tests inject more than a person clicks. */
  readonly overload?: {
    readonly admission: AdmissionSlots;
    readonly pressure: PressureLimits;
    readonly rates: RateLimits;
  };
}

/** Builds both listeners over the given engines and clock; nothing listens yet, so tests can inject requests. */
export async function buildApp(deps: Deps, options: AppOptions): Promise<App> {
  await installToken(deps, options);
  const { version, metrics = openMetrics(), isDraining = () => false } = options;
  const key = options.sealingKey ?? new SealingKey(randomUUID());
  const sealing = [
    accountRoom(key),
    secondFactorRoom(key),
    citizenRoom(key),
    kycInfoRoom(key),
    contractKeyRoom(key),
    newContractRoom(key),
    privateOfferRoom(key),
    attachmentRoom,
    offerDocumentRoom(key),
    offerComparisonRoom(key),
    focusRoom(key),
    reencryptRoom(key),
    contractArchiveRoom(key),
  ];
  const signOn = ssoRoom(serviceProviderAt(options.publicUrl ?? 'http://localhost:8080'));
  const { provisioner = builtInProvisioner } = options;
  const clouds = [
    datacloudRoom(provisioner),
    datacloudOrderRoom,
    newDatacloudRoom(provisioner, options.datacloudHold ?? {}),
    contractLifecycleRoom(provisioner),
    usageRoom(provisioner),
  ];
  const codes = verificationRoom(options.skipsPhones ?? false);
  const demos = demoBookingRoom(!options.isSelfHosted);
  const trade = tradeDefaultRoom(options.tradeDefaults ?? tradeDefaultsOf(undefined));
  const { ownState = {} } = options;
  measureWaiting(deps, metrics, ownState);
  const monitor = [healthRoom({ version, metrics, isDraining }), waitingRoom(ownState)];
  const { marketplaces = openMarketplaces(nothingSold) } = options;
  const calendar = {
    clock: options.testClock ?? new MovableClock(deps.clock),
    ticks: ticksOf(deps, options.witness, provisioner, key, marketplaces, ownState),
  };
  const { twoPeopleAbove = {} } = options;
  const cash = [bankRoom(twoPeopleAbove), withdrawalRoom(twoPeopleAbove), holdRoom(twoPeopleAbove)];
  const installation = [marketplaceRoom(marketplaces), verifyRoom(), testClockRoom(calendar), ...monitor];
  const mounted = callsOf([...sealing, signOn, codes, demos, trade, ...rooms, ...cash, ...clouds, ...installation]);
  const counts = new SharedCounts();
  return {
    counts,
    publicListener: await buildPublic(deps, { ...options, counts, testClock: calendar.clock }, mounted),
    internalListener: await buildInternal(deps, { ...options, metrics }, mounted),
    ticks: ticksOfMovable(deps, calendar),
  };
}

/** What of a request carries a session. */
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
  // Who has just signed in is known, or their first page would wait among those whose sessions are made up.
  app.addHook('onSend', async (_request, reply) => {
    const cookie = [reply.getHeader('set-cookie') ?? []].flat().join('; ');
    if (sessionTokenIn(cookie) !== undefined) await subjectOf({ headers: { cookie } }).catch(() => undefined);
  });
  const gate = openGate(deps.db, subjectOf);
  const family = 'customer';
  const calls = serveCalls(sideOf(deps, options, { app, family, gate }), deps, mounted);
  auditRefusals(app, { family, gate }, deps);
  serveDocuments(app, '/api', () => openApiOf('Usance', options.version, calls, family));
  if (options.console) {
    const { dist, boot } = options.console;
    const ahead = new AskingAhead();
    const { testClock } = options;
    await serveConsole(app, dist, async (request) => ({
      ...boot,
      ...(testClock?.isSandbox && { sandboxNow: testClock.now().toISOString() }),
      replies: await firstRepliesOf(app, ahead, request),
    }));
  }
  if (options.overload) {
    await limitRates(app, options.overload.rates, sessionTokenIn, options.counts);
    await shedLoad(app, family, options.overload);
  }
  options.metrics?.observe(app, family);
  return app;
}

async function firstRepliesOf(
  app: FastifyInstance,
  ahead: AskingAhead,
  request: FastifyRequest,
): Promise<FirstReplies> {
  if (request.method === 'HEAD' || sessionTokenIn(request.headers.cookie) === undefined) return {};
  return ahead.within(request, () => firstReplies(app, request, firstAskedAt(askedPath(request))), {});
}

// A meter far away sends batches of up to 64 MiB. Only our own machines are on this listener, so none holds a place open.
const slowSenderMs = 120_000;
// Rating ten million rows, or importing a large file, answers only when it is done.
const longCallMs = 15 * 60_000;
// They often are one machine.
const sharedJsonBytes = { all: 32 * 2 ** 20, ofOne: 32 * 2 ** 20 };

async function buildInternal(
  deps: Deps,
  options: AppOptions & { metrics: Metrics },
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
  serveDocuments(app, '/internal/api', () => openApiOf('Usance, internal', options.version, calls, family));
  if (options.overload) await shedLoad(app, family, options.overload);
  options.metrics.observe(app, family);
  return app;
}

function sideOf(
  { log }: Deps,
  { strict = false, overload }: AppOptions,
  listener: Pick<Side, 'app' | 'family' | 'gate'>,
): Side {
  const { [listener.family]: slots } = overload?.admission ?? openUnlimited();
  // A refusal that the document does not promise is told to us, not kept from the caller; tests stop at it.
  const onUndeclared: Side['onUndeclared'] = (call, { reason }) => {
    if (strict) throw new Error(`${call.id} was refused with ${reason}, which it does not declare`);
    log.error({ call: call.id, reason }, 'a call was refused with a reason that it does not declare');
  };
  return { ...listener, slots, onUndeclared };
}

/** Everything that can be asked. A noun's calls are mounted here once, for both families. */
const rooms: readonly Room[] = [
  appRoom,
  tokenRoom,
  registrationRoom,
  sessionRoom,
  passkeyRoom,
  settingsRoom,
  portraitRoom,
  operatorRoom,
  roleRoom,
  identityRoom,
  identityProviderRoom(endSignOns),
  accountInitVoucherRoom,
  contractRoom,
  contractBlacklistRoom,
  auditRecordRoom,
  billingVersionRoom,
  featureGateRoom,
  notificationRoom,
  regionRoom,
  skuRoom,
  machineTypeRoom,
  priceRoom,
  discountRoom,
  purchaseBlacklistRoom,
  tierRoom,
  frozenRoom,
  voucherRoom,
  purchaseRoom,
  dueDateRoom,
  statementRoom,
  waitingMonthRoom,
  calendarRoom,
  deductionRoom,
  accountPeriodRoom,
  creditLimitRoom,
  gracePeriodRoom,
  availableBalanceRoom,
  balanceRoom,
  arrearsRoom,
  balanceWarningRoom,
];
