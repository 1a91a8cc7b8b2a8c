import type { CallReply } from '@usance/api/call';
import type { datacloudTags } from '@usance/api/contract/datacloud-tag';
import type { OnContract, ReadContext } from '#platform/context/context.ts';
import type { Input } from '#platform/http/calls/verb.ts';
import { tagsOf } from '../tag/tags-of.ts';
import { requireInContract } from './require-in-contract.ts';

/** Returns the present tags of a data cloud of the contract, ordered by key, or 404. */
export async function listDatacloudTags(
  { db, contract }: Pick<OnContract<ReadContext>, 'db' | 'contract'>,
  { params: { datacloudID } }: Pick<Input<typeof datacloudTags.list>, 'params'>,
): Promise<CallReply<typeof datacloudTags.list>> {
  await requireInContract(db, contract.id, datacloudID);
  return { tags: await tagsOf(db, contract.id, datacloudID) };
}
