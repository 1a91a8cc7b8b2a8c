import type { OwnAct } from '@usance/api/audit-record';
import type { Work } from '../../context/context.ts';

/** What of a contract the platform carried out by itself. */
interface CarriedOut {
  readonly act: OwnAct;
  readonly contractId: string;
  /** The id of what was carried out: a planned step, an order. */
  readonly of: string;
  /** The ids of all that were carried out, where several are one act: they stand where a call has its body. */
  readonly all?: readonly string[];
}

/** Leaves a row in the audit, in the transaction of what it changes: without one, the changes would be in nobody's trail. */
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
