import type { OwnAct } from '@usance/api/contract/audit-record';
import type { Work } from '../../../context/context.ts';

/** An act that the platform itself carried out on a contract. */
interface CarriedOut {
  readonly act: OwnAct;
  readonly contractId: string;
  /** The id of the thing carried out: a planned step, an order. */
  readonly of: string;
  /** The ids of all things carried out if one act covers several; stored where calls have their body. */
  readonly all?: readonly string[];
}

/** Adds a row to the audit in the transaction of the change; otherwise the change would appear in no trail. */
export async function auditOwnAct(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { act, contractId, of, all }: CarriedOut,
): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      at: now,
      request_id: of,
      call: act,
      params: null,
      query: null,
      body: all ? JSON.stringify(all) : null,
      contract_id: contractId,
    })
    .execute();
}
