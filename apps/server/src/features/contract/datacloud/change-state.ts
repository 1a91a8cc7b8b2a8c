import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../contract/contract.queries.ts';
import type { DatacloudRow } from './datacloud.ts';
import { type DatacloudEvent, type DatacloudState, stateAfter } from './datacloud-state.ts';
import { headingFor } from './heading.ts';
import type { OrderKind, Provisioner } from './provisioner.ts';

type Moment = Pick<Work, 'tx' | 'now'>;

const living: readonly DatacloudState[] = ['CREATING', 'RUNNING', 'PAUSED'];

/** Moves a locked data cloud to its next state. Budgets stop none that ends. Throws if the event is impossible. */
export async function keepDatacloudState(
  { tx, now }: Moment,
  row: DatacloudRow,
  event: DatacloudEvent,
): Promise<DatacloudRow> {
  const state = stateAfter(row.state, event);
  if (state === undefined) throw new Error(`${event} cannot happen to ${row.id}, which is ${row.state}`);
  const changed = {
    state,
    deleted_at: state === 'DELETED' ? now : null,
    ...(!living.includes(state) && { stopped: false }),
  };
  await tx
    .updateTable('datacloud')
    .set(changed)
    .where('contract_id', '=', row.contract_id)
    .where('id', '=', row.id)
    .execute();
  return { ...row, ...changed };
}

/**
 * Pauses the contract's data clouds; one that is being created is paused once it runs. Repeating it changes nothing.
 * Returns how many are paused now; controllers report the others later.
 */
export const pauseDataclouds = (work: Moment, contract: LockedContract, provisioner: Provisioner): Promise<number> =>
  turnAll(work, contract, provisioner, 'pause');

/**
 * Resumes the contract's data clouds, except those that a budget stopped, unless the contract has ended. Repeating it
 * changes nothing.
 */
export const resumeDataclouds = async (
  work: Moment,
  contract: LockedContract,
  provisioner: Provisioner,
): Promise<number> => (contract.ended_at === null ? turnAll(work, contract, provisioner, 'resume') : 0);

/**
 * Deletes the contract's data clouds; one that is being created is deleted once it is made. Repeating it changes
 * nothing. Returns how many deletions began.
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
    if (heading !== (kind === 'pause' ? 'RUNNING' : 'PAUSED') || (kind === 'resume' && row.stopped)) continue;
    if (await turn(work, row, kind, provisioner)) turned += 1;
  }
  return turned;
}

/** Orders a locked data cloud paused or resumed. Returns false if a controller reports the outcome later. */
export async function turn(
  work: Moment,
  row: DatacloudRow,
  kind: Extract<OrderKind, 'pause' | 'resume'>,
  provisioner: Provisioner,
): Promise<boolean> {
  const outcome = await provisioner.order(work, row, { kind });
  if (outcome === 'accepted' || stateAfter(row.state, outcome) === undefined) return false;
  await keepDatacloudState(work, row, outcome);
  return true;
}

/** Returns the contract's data clouds that are not ended, and locks them until commit. */
export const livingOf = ({ tx }: Pick<Work, 'tx'>, { id }: LockedContract): Promise<DatacloudRow[]> =>
  tx
    .selectFrom('datacloud')
    .selectAll()
    .where('contract_id', '=', id)
    .where('state', 'in', living)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
