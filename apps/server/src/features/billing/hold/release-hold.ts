import type { CashHold, holds } from '@usance/api/money/hold';
import type { Work, WriteContext } from '#platform/context/context.ts';
import type { Input } from '#platform/http/calls/verb.ts';
import { conflict } from '#platform/refusal.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { getOpenHold } from '../../money/cash-hold/cash-hold.queries.ts';
import { cashHoldOf } from '../../money/cash-hold/cash-hold.ts';
import { endHold } from '../../money/cash-hold/end-hold.ts';
import { proposeRelease } from '../../money/cash-hold/propose-release.ts';
import { requireSecondPerson, takesTwo } from '../../money/cash-hold/two-people.ts';
import { personOf } from '../../people/token/person-of.ts';
import { deductDue } from '../statement/settling/deduct-due.ts';

type Ctx = OnLocked<Pick<WriteContext, 'tx' | 'now' | 'subject'> & Pick<Work, 'dueBy'>>;
type ReleaseCtx = Ctx & Pick<WriteContext, 'twoPeopleAbove'>;

/** A withdrawal is completed or cancelled instead. */
const releasable = ['manual', 'preAuthorization'] as const;

/**
 * Releases a hold, whose cash then pays due statements. Above the threshold it stores a proposal, which another
 * person approves. 404 if there is no such hold; 409 if it has ended or its release is already proposed.
 */
export async function releaseHeld(
  ctx: ReleaseCtx,
  { params: { holdID }, body }: Input<typeof holds.release>,
): Promise<CashHold> {
  const { tx, contract, twoPeopleAbove } = ctx;
  const hold = await getOpenHold(tx, contract, holdID, releasable);
  if (hold.proposed_at !== null)
    throw conflict('HOLD_STATE_CONFLICT', 'The release is already proposed: approve or reject it.');
  const by = await personOf(ctx);
  if (takesTwo(twoPeopleAbove, contract.currency, hold.amount))
    return cashHoldOf(await proposeRelease(ctx, contract, hold, { ...body, by }), contract.currency);
  return released(ctx, await endHold(ctx, contract, hold, { ...body, state: 'released', by }));
}

/**
 * Releases a hold by another person's proposal; 409 if there is none, if the caller made it, or if the hold has
 * ended.
 */
export async function approveRelease(ctx: Ctx, { params: { holdID } }: Input<typeof holds.approve>): Promise<CashHold> {
  const { tx, contract } = ctx;
  const {
    proposed_code: reasonCode,
    proposed_reason: reason,
    ...hold
  } = await getOpenHold(tx, contract, holdID, releasable);
  if (reasonCode === null || reason === null) throw notProposed();
  const by = await personOf(ctx);
  requireSecondPerson(hold.proposed_by, by);
  const whole = { ...hold, proposed_code: reasonCode, proposed_reason: reason };
  return released(ctx, await endHold(ctx, contract, whole, { state: 'released', by, reasonCode, reason }));
}

/** Removes the proposal to release a hold; its author may do so too. The hold stays. */
export async function rejectRelease(ctx: Ctx, { params: { holdID } }: Input<typeof holds.reject>): Promise<CashHold> {
  const { tx, contract } = ctx;
  const hold = await getOpenHold(tx, contract, holdID, releasable);
  if (hold.proposed_at === null) throw notProposed();
  return cashHoldOf(await proposeRelease(ctx, contract, hold, null), contract.currency);
}

async function released(ctx: Ctx, hold: Parameters<typeof cashHoldOf>[0]): Promise<CashHold> {
  await deductDue(ctx, ctx.contract);
  return cashHoldOf(hold, ctx.contract.currency);
}

const notProposed = () => conflict('HOLD_STATE_CONFLICT', 'The release of this hold is not proposed.');
