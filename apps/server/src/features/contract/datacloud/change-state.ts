import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../contract/contract.queries.ts';
import type { DatacloudRow } from './datacloud.ts';
import { type DatacloudEvent, type DatacloudState, stateAfter } from './datacloud-state.ts';
import { headingFor } from './heading.ts';
import type { OrderKind, Provisioner } from './provisioner.ts';

type Moment = Pick<Work, 'tx' | 'now'>;

/** Takes a data cloud whose row is held to the state that follows; throws where the event cannot happen. */
export async function keepDatacloudState(
  { tx, now }: Moment,
  row: DatacloudRow,
  event: DatacloudEvent,
): Promise<DatacloudRow> {
  const state = stateAfter(row.state, event);
  if (state === undefined) throw new Error(`${event} cannot happen to ${row.id}, which is ${row.state}`);
  const changed = { state, deleted_at: state === 'DELETED' ? now : null };
  await tx
    .updateTable('datacloud')
    .set(changed)
    .where('contract_id', '=', row.contract_id)
    .where('id', '=', row.id)
    .execute();
  return { ...row, ...changed };
}

/**
 * Pauses every data cloud of a contract that lives, also one that is being made, once it runs. Again, it changes nothing.
 * Answers how many are paused by it at once: the others are when their controller tells so.
 */
export const pauseDataclouds = (work: Moment, contract: LockedContract, provisioner: Provisioner): Promise<number> =>
  turnAll(work, contract, provisioner, 'pause');

/** Has them run again, unless the contract has come to its end. Again, it changes nothing. */
export const resumeDataclouds = async (
  work: Moment,
  contract: LockedContract,
  provisioner: Provisioner,
): Promise<number> => (contract.ended_at === null ? turnAll(work, contract, provisioner, 'resume') : 0);

/**
 * Deletes every data cloud of a contract that can be deleted: one that is being made, once it is made. Again, it changes
 * nothing. Answers how many it began to delete.
 */
export async function deleteDataclouds(
  work: Moment,
  contract: LockedContract,
  provisioner: Provisioner,
): Promise<number> {
  const rows = (await livingOf(work, contract)).filter(({ state }) => stateAfter(state, 'deletionBegun'));
  for (const row of rows) {
    const deleting = await keepDatacloudState(work, row, 'deletionBegun');
    const outcome = await provisioner.order(work, deleting, { kind: 'delete' });
    if (outcome !== 'accepted') await keepDatacloudState(work, deleting, outcome);
  }
  return rows.length;
}

const living: readonly DatacloudState[] = ['CREATING', 'RUNNING', 'PAUSED'];

async function turnAll(
  work: Moment,
  contract: LockedContract,
  provisioner: Provisioner,
  kind: Extract<OrderKind, 'pause' | 'resume'>,
): Promise<number> {
  let turned = 0;
  const rows = await livingOf(work, contract);
  const underWay = await provisioner.underWay(work, contract.id);
  for (const row of rows) {
    const heading = headingFor(row.state, underWay.get(row.id));
    if (heading !== (kind === 'pause' ? 'RUNNING' : 'PAUSED')) continue;
    const outcome = await provisioner.order(work, row, { kind });
    if (outcome === 'accepted' || stateAfter(row.state, outcome) === undefined) continue;
    await keepDatacloudState(work, row, outcome);
    turned += 1;
  }
  return turned;
}

/** Held until the transaction ends. */
const livingOf = ({ tx }: Pick<Work, 'tx'>, { id }: LockedContract): Promise<DatacloudRow[]> =>
  tx
    .selectFrom('datacloud')
    .selectAll()
    .where('contract_id', '=', id)
    .where('state', 'in', living)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
