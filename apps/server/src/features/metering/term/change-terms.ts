import { conflict } from '#platform/refusal.ts';
import { planVersions } from './plan-versions.ts';
import type { TermRow } from './term.ts';
import type { TermKind, TermWork } from './terms.ts';

/**
 * Brings the versions of a contract to what they come to without some and with another one, and makes those fit that made way
 * for either. 409 when two would hold at once, or when nothing would hold where one did.
 */
export async function changeVersions<Own extends object, Value extends object, Told extends object>(
  terms: TermKind<Own, Value, Told>,
  { tx, contract }: TermWork,
  kept: readonly (TermRow & Own)[],
  { without, coming, from }: { without: readonly string[]; coming?: TermRow & Own; from: Date },
): Promise<void> {
  const plan = planVersions(kept, { without, coming, apart: (row) => terms.apart(row) });
  if ('overlap' in plan) {
    const { field, version } = plan.overlap;
    throw conflict('TERM_CONFLICT', twoAtOnce, { field, id: version.id });
  }
  if (without.length > 0) await terms.store.delete(tx, contract.id, without);
  for (const row of plan.shorter) await terms.store.update(tx, row);
  if (plan.inserted) await terms.store.insert(tx, plan.inserted);
  for (const row of plan.longer) await terms.store.update(tx, row);
  await terms.after?.(tx, contract, from);
}

const twoAtOnce = 'Another version holds within this time. A temporary one may lie inside it.';
