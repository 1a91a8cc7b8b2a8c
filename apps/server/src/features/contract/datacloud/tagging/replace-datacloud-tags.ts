import type { CallReply } from '@usance/api/call';
import type { datacloudTags } from '@usance/api/contract/datacloud-tag';
import type { LockedGrounds, WriteContext } from '#platform/context/context.ts';
import type { Input } from '#platform/http/calls/verb.ts';
import { keepTags } from '../tag/keep-tags.ts';
import { tagsOf } from '../tag/tags-of.ts';
import { requireInContract } from './require-in-contract.ts';

/** Replaces all tags of a data cloud of the contract from the start of this hour on; 404 for another one. */
export async function replaceDatacloudTags(
  { tx, now, contract }: Pick<WriteContext, 'tx' | 'now'> & LockedGrounds,
  { params: { datacloudID }, body }: Pick<Input<typeof datacloudTags.replace>, 'params' | 'body'>,
): Promise<CallReply<typeof datacloudTags.replace>> {
  await requireInContract(tx, contract.id, datacloudID);
  await keepTags({ tx, now }, contract, datacloudID, body.tags);
  return { tags: await tagsOf(tx, contract.id, datacloudID) };
}
