import type { Work } from '#platform/context/context.ts';
import { conflict } from '#platform/refusal.ts';
import { keepDatacloudState } from '../change-state.ts';
import type { DatacloudRow } from '../datacloud.ts';
import { type Outcome, stateAfter } from '../datacloud-state.ts';
import { outcomeOfOrder } from '../provisioner.ts';
import { closeOrder, type OrderRow, openOrdersOf, withdraw } from './open-orders.ts';

interface End {
  readonly progress: OrderRow['progress'];
  /** The event on the data cloud; undefined if the order was refused and changed nothing. */
  readonly event: Outcome | undefined;
  readonly failure?: string;
}

/** Ends an open order of a locked data cloud and releases the next one; 409 if the event is impossible. */
export async function endOrder(
  work: Pick<Work, 'tx' | 'now'>,
  datacloud: DatacloudRow,
  order: OrderRow,
  { event, progress, failure }: End,
): Promise<DatacloudRow> {
  const { tx, now } = work;
  if (event !== undefined && stateAfter(datacloud.state, event) === undefined) throw impossible(datacloud);
  await closeOrder(tx, order, { progress, failure: failure ?? null });
  const after = event === undefined ? datacloud : await keepDatacloudState(work, datacloud, event);
  for (const next of await openOrdersOf(tx, after)) {
    if (stateAfter(after.state, outcomeOfOrder(next.kind)) === undefined) {
      // The next order depended on an outcome that did not happen.
      await withdraw(tx, next);
      continue;
    }
    await tx.updateTable('datacloud_order').set({ next_try_at: now }).where('id', '=', next.id).execute();
    break;
  }
  return after;
}

export const impossible = ({ state }: Pick<DatacloudRow, 'state'>) =>
  conflict('DATACLOUD_STATE_CONFLICT', 'The data cloud is not in a state in which this can happen.', { state });
