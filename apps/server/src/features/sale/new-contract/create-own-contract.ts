import type { ParsedBody } from '@usance/api/call';
import type { Contract, contracts } from '@usance/api/contract/contract';
import { says } from '@usance/api/rule';
import type { WriteContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { takeTurns } from '#platform/postgres/take-turns.ts';
import { invalidParameter, noPermission, Refusal } from '#platform/refusal.ts';
import { besideContract } from '../../contract/contract/contract.queries.ts';
import { contractOf } from '../../contract/contract/contract.ts';
import { getAccount } from '../../people/account/account.queries.ts';
import { bindInitVouchers } from './bind-init-vouchers.ts';
import { insertContract } from './insert-contract.ts';
import { keepFirstBuyer } from './keep-first-buyer.ts';

const dayMs = 86_400_000;

/**
 * Contracts are never deleted, and each gets a statement every month, so their number is limited.  @internal for its
 * tests
 */
export const mostOwnADay = 50;

/**
 * Creates an enterprise contract for the caller, active from now on, and binds the vouchers that wait for it. The
 * form's dates come from the browser's clock and may be a day off; others are refused. 429 if the account has created
 * too many within a day.
 */
export async function createOwnContract(
  { tx, now, subject, sealingKey: key }: Pick<WriteContext, 'tx' | 'now' | 'subject' | 'sealingKey'>,
  { body: { buyer, creatorID, signDate, contractIDDate, ...input } }: { body: ParsedBody<typeof contracts.create> },
): Promise<Contract> {
  const accountId = signedInAccount(subject);
  if (creatorID !== undefined && creatorID !== accountId) throw noPermission();
  assertAboutNow('signDate', signDate, now);
  assertAboutNow('contractIDDate', contractIDDate, now);
  const account = await getAccount(tx, accountId);
  await refuseTooMany(tx, accountId, now);
  const buyerName = buyer?.enterpriseName || account.traits.company || input.tags;
  const row = await insertContract(
    { tx, now },
    { ...input, buyerType: 'E', buyerName, creatorID: accountId, contractIDDate },
    key,
  );
  await keepFirstBuyer({ tx, now }, row, buyer, key);
  await bindInitVouchers({ tx, now }, row, accountId);
  return contractOf(row, await besideContract(tx, row), ['admin']);
}

function assertAboutNow(field: string, given: string | undefined, now: Date): void {
  if (given === undefined) return;
  const away = Date.parse(given) - now.getTime();
  // A date stands for its first moment.
  if (away > dayMs || away < -2 * dayMs) throw invalidParameter(field, says('aboutToday'));
}

/** Serializes the calls of one account, or concurrent ones would all pass the limit. */
async function refuseTooMany(tx: Tx, accountId: string, now: Date): Promise<void> {
  await takeTurns(tx, `contracts of ${accountId}`);
  const oldest = await tx
    .selectFrom('contract')
    .select('created_at')
    .where('creator', '=', accountId)
    .where('created_at', '>', new Date(now.getTime() - dayMs))
    .orderBy('created_at', 'desc')
    .offset(mostOwnADay - 1)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  const waitMs = Math.min(oldest.created_at.getTime() + dayMs - now.getTime(), dayMs);
  throw new Refusal('TOO_MANY_REQUESTS', 'Your account has created too many contracts. Please wait, then try again.', {
    retryAfterSeconds: String(Math.ceil(waitMs / 1_000)),
  });
}
