import { billingZoneOf } from '@usance/period/zone';
import type { Stores } from '#platform/context/context.ts';
import { contractsWithTiers } from '../../tier/tier.queries.ts';
import { flushThrough } from '../../usage/moving/flush-usage.ts';
import { unmovedAmong } from '../../usage/moving/wanted-batches.ts';
import type { GroupWindow } from '../engine/group-sql.ts';
import { drawFreshRuns } from '../run/draw-fresh-runs.ts';
import { type AcknowledgedGroup, acknowledgedGroup } from './acknowledged-group.ts';
import { type Group, type GroupRun, rangeOfGroup } from './group.ts';
import { rateRuns } from './rate-runs.ts';
import { replaceGroup } from './replace-group.ts';
import { contractsOfWrongBatches, contractsThatDisagree, type StoredRun, storedRuns } from './stored-group.ts';

/**
 * Rates ordinary contracts by the same few statements, and makes all their rows live in one step. Returns the contracts
 * that are rated now.
 * The others have to be rated alone, which reports what is wrong with them. They have tiers, usage without a price, or
 * stored usage that differs from the acknowledged; or their prices changed meanwhile.
 * Each contract is checked as `rateStretch` checks it. Runs outside any transaction.
 */
export async function rateGroup(deps: Stores, group: Group): Promise<ReadonlySet<string>> {
  const acknowledged = await acknowledgedGroup(deps.db, group);
  const waiting = await moveUsage(deps, acknowledged);
  const contracts = acknowledged.contracts.filter(({ id }) => !waiting.has(id));
  const numbers = contracts.flatMap(({ id }) => (group.daysOf.get(id) ?? []).map((day) => ({ contractId: id, day })));
  if (numbers.length === 0) return new Set();
  const drawn = await drawFreshRuns(deps, contracts, numbers.length);
  const runs = numbers.map((run, index): GroupRun => ({ ...run, runNo: drawn[index] ?? 0n }));
  // Tiers that are agreed on later change the prices' number, and the contract's run does not go live.
  const tiered = await contractsWithTiers(deps.db, [...group.daysOf.keys()]);
  const window: GroupWindow = {
    runs: runs.filter(({ contractId }) => !tiered.has(contractId)),
    range: rangeOfGroup(group),
    zone: billingZoneOf(group.currency),
    throughBatch: acknowledged.throughBatch,
  };
  const sound = await soundRuns(deps, window, acknowledged);
  const rated = await rateRuns(deps, {
    ...acknowledged,
    currency: group.currency,
    window: sound.window,
    stored: sound.stored,
  });
  return replaceGroup(deps, { ...acknowledged, group, rated });
}

/** Moves the batches that are still to be moved; returns the contracts of those that stay. */
async function moveUsage(deps: Stores, { unmoved }: AcknowledgedGroup): Promise<ReadonlySet<string>> {
  if (unmoved.length === 0) return new Set();
  // The reason is reported when the contract is rated alone.
  await flushThrough(deps, { batches: unmoved }).catch(() => {});
  return unmovedAmong(deps.db, unmoved);
}

/** Leaves out the contracts whose usage is not stored as it was acknowledged, before anything is written. */
async function soundRuns(
  deps: Stores,
  window: GroupWindow,
  { used }: AcknowledgedGroup,
): Promise<{ window: GroupWindow; stored: ReadonlyMap<bigint, StoredRun> }> {
  if (window.runs.length === 0) return { window, stored: new Map() };
  const stored = await storedRuns(deps.clickhouse, window);
  const disagreeing = contractsThatDisagree(window.runs, { used, stored });
  const wrong = await contractsOfWrongBatches(deps, window);
  const runs = window.runs.filter(({ contractId }) => !disagreeing.has(contractId) && !wrong.has(contractId));
  return { window: { ...window, runs }, stored };
}
