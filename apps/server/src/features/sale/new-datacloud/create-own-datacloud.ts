import type { ParsedBody } from '@usance/api/call';
import type { Datacloud, dataclouds } from '@usance/api/datacloud';
import type { WriteContext } from '../../../platform/context/context.ts';
import { signedInAccount } from '../../../platform/context/subject.ts';
import { refuseSuspended } from '../../billing/account-period/refuse-suspended.ts';
import { getAccount } from '../../party/account/account.queries.ts';
import { shareContract } from '../../party/contract/contract.queries.ts';
import { addDatacloud } from '../../party/datacloud/create-datacloud.ts';

/** Makes a data cloud in the name of whoever asks; refuses as addDatacloud does, and while the account is suspended. */
export async function createOwnDatacloud(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'subject'>,
  { body }: { body: ParsedBody<typeof dataclouds.create> },
): Promise<Datacloud> {
  const { identifier } = await getAccount(ctx.tx, signedInAccount(ctx.subject));
  const contract = await shareContract(ctx.tx, body.contractId);
  await refuseSuspended(ctx, contract);
  return addDatacloud(ctx, contract, { ...body, creator: identifier });
}
