import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { afterAll } from 'vitest';
import { ManualClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import type { Stores } from '#platform/context/context.ts';
import { openEngines } from '#platform/engines/open-engines.ts';
import { openPostgres } from '#platform/postgres/open-postgres.ts';
import { internalCaller } from '#testing/callers.ts';
import { silent } from '#testing/silent-log.ts';
import { type TestApp, testToken } from '#testing/test-app.ts';
import { buildApp } from '../../../app.ts';
import { fitOut } from '../../../fittings.ts';
import { restoreInto } from '../../../restore-into.ts';
import { meteredContract, sellCoreHours, sendUsage, usageOf } from '../../metering/usage/metering.fixture.ts';
import { releaseClaims } from '../../metering/usage/moving/release-claims.ts';
import { deposited } from '../../money/ledger/ledger.fixture.ts';
import { assertTogether } from '../epoch/epoch.ts';
import { verifyInstallation } from '../verify/verify-installation.ts';
import { backupInstallation } from './backup-installation.ts';
import { openBackup } from './open-backup.ts';

const folders: string[] = [];
export const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'usance-drill-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

interface Installation extends TestApp {
  readonly ownerUrl: string;
}

/** Opens the installation in a folder, on engines of its own. */
export async function opened(dataDir: string): Promise<Installation> {
  const engines = await openEngines({ dataDir, log: silent });
  const clock = new ManualClock('2026-10-02T10:00:00Z');
  const deps = fitOut({ db: engines.postgres.db, clickhouse: engines.clickhouse, clock, log: silent }, {});
  // Like a start: claims of a mover from the time of the backup are void.
  await releaseClaims(deps.db);
  const app = await buildApp(deps, { internalToken: testToken, strict: true });
  const close = async () => {
    await Promise.all([app.publicListener.close(), app.internalListener.close()]);
    await engines.close();
  };
  const owner = await openPostgres(engines.ownerUrl);
  return {
    ...app,
    deps,
    clock,
    close: () => owner.close().then(close),
    ownerScript: owner.script,
    ownerUrl: engines.ownerUrl,
  };
}

const september = { start: '2026-09-10T10:00:00Z', end: '2026-09-10T11:00:00Z' };
const october = { start: '2026-10-01T10:00:00Z', end: '2026-10-01T11:00:00Z' };

/** A contract with cash, a signed month and a rated day after it. */
export async function furnished(dataDir: string): Promise<{ installation: Installation; contractId: string }> {
  const installation = await opened(dataDir);
  await assertTogether(installation.deps);
  await sellCoreHours(installation, 'compute.r', '2');
  const metered = await meteredContract(installation);
  const { contractId } = metered;
  await deposited(installation, contractId, '100');
  await sendUsage(installation, [usageOf(metered, september), usageOf(metered, october)]);
  await internalCaller(installation).call(statements.sign, { body: { contractId, month: '2026-09' } });
  await octoberRated(installation, contractId);
  return { installation, contractId };
}

export async function octoberRated(installation: Installation, contractId: string) {
  const window = { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
  return internalCaller(installation).call(purchases.calculate, { body: { contractId, ...window } });
}

export async function meterMore(installation: Installation, contractId: string): Promise<void> {
  const { id: datacloudId } = await installation.deps.db
    .selectFrom('datacloud')
    .select('id')
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow();
  await sendUsage(installation, [usageOf({ contractId, datacloudId }, october)]);
  await octoberRated(installation, contractId);
}

export async function problemsOf(deps: Stores): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { check, problems } of verifyInstallation(deps)) {
    if (problems.length > 0) found[check] = problems.join('\n');
  }
  return found;
}

export function backup({ ownerUrl, deps }: Installation, file: string, tell: (line: string) => void = () => {}) {
  const { clickhouse, clock } = deps;
  return backupInstallation({ ownerUrl, clickhouse, version: 'test', now: clock.now(), tell }, file);
}

export async function restore(file: string, env: Record<string, string>): Promise<void> {
  await restoreInto(
    readConfig(env),
    () => openBackup(file),
    silent,
    () => {},
  );
}

/** These tests start several processes, on machines that may be busy. */
export const limitMs = 180_000;
