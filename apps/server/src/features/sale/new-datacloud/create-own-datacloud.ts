import type { ParsedBody } from '@usance/api/call';
import type { Datacloud, dataclouds } from '@usance/api/datacloud';
import type { WriteContext } from '../../../platform/context/context.ts';
import { signedInAccount } from '../../../platform/context/subject.ts';
import { refuseSuspended } from '../../billing/account-period/refuse-suspended.ts';
import { getAccount } from '../../party/account/account.queries.ts';
import { requirePlatformGrant } from '../../party/app/require-platform-grant.ts';
import { shareContract } from '../../party/contract/contract.queries.ts';
import { addDatacloud } from '../../party/datacloud/create-datacloud.ts';
import type { Provisioner } from '../../party/datacloud/provisioner.ts';

type Ctx = Pick<WriteContext, 'tx' | 'now' | 'subject'>;

/**
 * Makes a data cloud in the name of whoever asks; refuses as addDatacloud does, while the account is suspended, and who has
 * not authorized the platform where that takes it.
 */
export const createOwnDatacloud =
  (provisioner: Provisioner) =>
  async (ctx: Ctx, { body }: { body: ParsedBody<typeof dataclouds.create> }): Promise<Datacloud> => {
    const { id, identifier } = await getAccount(ctx.tx, signedInAccount(ctx.subject));
    if (provisioner.actsForPeople) await requirePlatformGrant(ctx.tx, id);
    const contract = await shareContract(ctx.tx, body.contractId);
    await refuseSuspended(ctx, contract);
    return addDatacloud(ctx, contract, { ...body, creator: identifier, askedBy: id }, provisioner);
  };
