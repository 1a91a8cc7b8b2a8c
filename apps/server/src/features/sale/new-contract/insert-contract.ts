import type { BillingVersion } from '@usance/api/contract/billing-version';
import type { Contract } from '@usance/api/contract/contract';
import { says } from '@usance/api/rule';
import { contractId } from '@usance/api/wire';
import { usualDueDays } from '@usance/period/statement-calendar';
import { sql } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { invalidParameter } from '#platform/refusal.ts';
import type { SealingKey } from '#platform/sealing/sealing-key.ts';
import { insertDueDate } from '../../billing/due-date/create-due-date.ts';
import { beginVersion } from '../../contract/billing-version/begin-version.ts';
import { newestVersion } from '../../contract/billing-version/billing-version.ts';
import { type ContractRow, monthAt } from '../../contract/contract/contract.ts';
import { keepContractKeys } from '../../contract/contract-key/keep-contract-key.ts';
import { grantRole } from '../../contract/role/grant-role.ts';

/** The data of a new contract; absent fields get defaults. */
export interface NewContract {
  readonly tags: string;
  readonly name?: string | undefined;
  readonly buyerType: Contract['buyerType'];
  readonly buyerName: string;
  readonly currency: Contract['currency'];
  readonly serviceType: Contract['serviceType'];
  readonly state?: 'Active' | 'Draft';
  readonly seller?: string | undefined;
  readonly bankAccount?: string | undefined;
  /** The account that becomes its first admin. */
  readonly creatorID?: string | undefined;
  /** Default: now. */
  readonly signDate?: string | undefined;
  /** The date in the contract's number; default: the date of signing. */
  readonly contractIDDate?: string | undefined;
  readonly dueDays?: number;
  /** Default: the newest. */
  readonly billingVersion?: BillingVersion;
}

/**
 * Creates a contract with the key pair that signs its licences. Its creator, if any, becomes its first admin; its first
 * due date starts with it.
 */
export async function insertContract(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { state = 'Active', dueDays = usualDueDays, billingVersion = newestVersion, ...input }: NewContract,
  key: SealingKey,
): Promise<ContractRow> {
  const commencingOn = input.signDate === undefined ? now : new Date(input.signDate);
  const firstMonth = monthAt(input, commencingOn);
  // The last hours of 2100 UTC are in 2101 in Shanghai.
  if (firstMonth >= '2101') throw invalidParameter('signDate', says('instantWindow'));
  const row = await tx
    .insertInto('contract')
    .values({
      id: newId(contractId),
      sign_id: await nextSignId(tx, input.contractIDDate ?? commencingOn.toISOString().slice(0, 10)),
      state,
      creator: input.creatorID ?? null,
      tags: input.tags,
      name: input.name ?? '',
      buyer_type: input.buyerType,
      buyer_name: input.buyerName,
      service_type: input.serviceType,
      currency: input.currency,
      seller: input.seller ?? '',
      bank_account: input.bankAccount ?? '',
      commencing_on: commencingOn,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await keepContractKeys({ tx, now }, [row.id], key);
  if (input.creatorID) await grantRole(tx, { contractId: row.id, accountId: input.creatorID, role: 'admin' }, now);
  await beginVersion({ tx, now }, row.id, { version: billingVersion, from: commencingOn });
  if (dueDays !== usualDueDays) await insertDueDate({ tx, now }, row.id, { fromMonth: firstMonth, dueDays });
  return row;
}

/** Returns YYYYMMDD-NNNN, counted per day. Locks the day's row, so that no number is given twice. */
async function nextSignId(tx: Tx, day: string): Promise<string> {
  const { last } = await tx
    .insertInto('contract_sign_day')
    .values({ day, last: 1 })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ last: sql`contract_sign_day.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return `${day.replaceAll('-', '')}-${String(last).padStart(4, '0')}`;
}
