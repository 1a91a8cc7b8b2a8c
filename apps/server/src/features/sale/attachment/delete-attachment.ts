import type { ParsedParams } from '@usance/api/call';
import type { attachments } from '@usance/api/sale/attachment';
import type { OnContract, WriteContext } from '#platform/context/context.ts';
import { getAttachment } from './attachment.queries.ts';
import { lockEditable } from './lock-editable.ts';

/** Deletes an attachment of an offer that can be edited. 404: no such offer or attachment. 409: it cannot be edited. */
export async function deleteAttachment(
  { tx, contract }: Pick<OnContract<WriteContext>, 'tx' | 'contract'>,
  { params: { poid, aid } }: { params: ParsedParams<typeof attachments.delete> },
): Promise<void> {
  await lockEditable(tx, contract.id, poid);
  const { id } = await getAttachment(tx, { contractId: contract.id, poid, aid });
  await tx.deleteFrom('attachment').where('contract_id', '=', contract.id).where('id', '=', id).execute();
}
