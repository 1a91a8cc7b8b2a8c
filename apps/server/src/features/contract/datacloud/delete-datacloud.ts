import type { Datacloud, dataclouds } from '@usance/api/contract/datacloud';
import { rolesAllow } from '@usance/api/contract/role';
import type { WriteContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import type { Input } from '#platform/http/calls/verb.ts';
import { conflict, lacksRole, notFound } from '#platform/refusal.ts';
import { requirePlatformGrant } from '../../people/app/require-platform-grant.ts';
import { findContractWithRoles, shareContract } from '../contract/contract.queries.ts';
import { keepDatacloudState } from './change-state.ts';
import { getDatacloud, lockDatacloud } from './datacloud.queries.ts';
import { datacloudOf } from './datacloud.ts';
import { stateAfter } from './datacloud-state.ts';

type Ctx = Pick<WriteContext, 'tx' | 'now' | 'subject' | 'provisioner'>;

/**
 * Deletes a data cloud and its contents, in any state of its contract. Refuses with 404 a caller who may not see it
 * or names another region, and with 409 if it is neither running nor paused.
 */
export async function deleteDatacloud(
  ctx: Ctx,
  { params: { datacloudID }, query: { regionID } }: Input<typeof dataclouds.delete>,
): Promise<Datacloud> {
  const { tx, provisioner } = ctx;
  const accountId = signedInAccount(ctx.subject);
  const found = await getDatacloud(tx, datacloudID);
  const { roles = [] } = (await findContractWithRoles(tx, found.contract_id, accountId)) ?? {};
  if (!rolesAllow(roles, 'datacloud.read') || found.region_id !== regionID) throw notFound('DATACLOUD_NOT_FOUND');
  if (!rolesAllow(roles, 'datacloud.create')) throw lacksRole('dc_creator');
  if (provisioner.actsForPeople) await requirePlatformGrant(tx, accountId);
  const { tags } = await shareContract(tx, found.contract_id);
  const row = await lockDatacloud(tx, datacloudID);
  if (stateAfter(row.state, 'deletionBegun') === undefined) {
    throw conflict('DATACLOUD_STATE_CONFLICT', 'Only a running or paused data cloud can be deleted.', {
      state: row.state,
    });
  }
  const deleting = await keepDatacloudState(ctx, row, 'deletionBegun');
  const outcome = await provisioner.order(ctx, deleting, { kind: 'delete', askedBy: accountId });
  return datacloudOf(outcome === 'accepted' ? deleting : await keepDatacloudState(ctx, deleting, outcome), tags);
}
