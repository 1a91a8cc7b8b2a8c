import type { ParsedBody } from '@usance/api/call';
import type { Datacloud, dataclouds } from '@usance/api/datacloud';
import type { WriteContext } from '../../../platform/context/context.ts';
import { signedInAccount } from '../../../platform/context/subject.ts';
import { getAccount } from '../account/account.queries.ts';
import { createDatacloud } from './create-datacloud.ts';

/** Makes a data cloud in the name of whoever asks; refuses as createDatacloud does. */
export async function createOwnDatacloud(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'subject'>,
  { body }: { body: ParsedBody<typeof dataclouds.create> },
): Promise<Datacloud> {
  const { identifier } = await getAccount(ctx.tx, signedInAccount(ctx.subject));
  return createDatacloud(ctx, { ...body, creator: identifier });
}
