import { conflict } from '#platform/refusal.ts';
import { planVersions } from './plan-versions.ts';
import type { TermRow } from './term.ts';
import type { TermKind, TermWork } from './terms.ts';

/**
 * Removes the versions `without`, adds or changes `coming`, and adjusts the ends of the versions around them. 409 if
 * two versions would hold at once.
 */
export async function changeVersions<Own extends object, Value extends object, ReplyFields extends object>(
  terms: TermKind<Own, Value, ReplyFields>,
  { tx, contract }: TermWork,
  kept: readonly (TermRow & Own)[],
  { without, coming, from }: { without: readonly string[]; coming?: TermRow & Own; from: Date },
): Promise<void> {
  const plan = planVersions(kept, { without, coming, keyOf: (row) => terms.keyOf(row) });
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
