import type { ParsedBody } from '@usance/api/call';
import type { Contract, contracts } from '@usance/api/contract';
import { says } from '@usance/api/rule';
import { contractId } from '@usance/api/wire';
import { usualDueDays } from '@usance/period/statement-calendar';
import { sql } from 'kysely';
import type { Work } from '../../../platform/context/context.ts';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { invalidParameter } from '../../../platform/refusal.ts';
import { insertDueDate } from '../../billing/due-date/create-due-date.ts';
import { contractOf, monthAt } from '../../party/contract/contract.ts';
import { grantRole } from '../../party/role/grant-role.ts';

/** Makes a contract that is active at once. Its creator, when there is one, becomes its first admin; its first due date begins with it. */
export async function createContract(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { body: input }: { body: ParsedBody<typeof contracts.createInternal> },
): Promise<Contract> {
  if (input.creatorID) await assertAccountExists(tx, input.creatorID);
  const commencingOn = input.signDate === undefined ? now : new Date(input.signDate);
  const firstMonth = monthAt(input, commencingOn);
  // The last hours of 2100 are the next year in Shanghai.
  if (firstMonth >= '2101') throw invalidParameter('signDate', says('instantWindow'));
  const row = await tx
    .insertInto('contract')
    .values({
      id: newId(contractId),
      sign_id: await nextSignId(tx, commencingOn),
      state: 'Active',
      creator: input.creatorID ?? null,
      tags: input.tags,
      buyer_type: input.buyerType,
      buyer_name: input.buyerName,
      service_type: input.serviceType,
      currency: input.currency,
      commencing_on: commencingOn,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (input.creatorID) await grantRole(tx, { contractId: row.id, accountId: input.creatorID, role: 'admin' }, now);
  if (input.dueDays !== usualDueDays) {
    await insertDueDate({ tx, now }, row.id, { fromMonth: firstMonth, dueDays: input.dueDays });
  }
  return contractOf(row);
}

async function assertAccountExists(tx: Tx, accountId: string): Promise<void> {
  const account = await tx.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst();
  if (!account) throw invalidParameter('creatorID', 'This account does not exist.');
}

/** YYYYMMDD-NNNN, counted per day of signing; the day's row is locked, so that no number is given twice. */
async function nextSignId(tx: Tx, signedAt: Date): Promise<string> {
  const day = signedAt.toISOString().slice(0, 10);
  const { last } = await tx
    .insertInto('contract_sign_day')
    .values({ day, last: 1 })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ last: sql`contract_sign_day.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return `${day.replaceAll('-', '')}-${String(last).padStart(4, '0')}`;
}
