import type { SecondFactor } from '@usance/api/people/second-factor';
import type { ReadContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';

/** Returns the state of the caller's second factor. */
export async function getSecondFactor({ db, subject }: Pick<ReadContext, 'db' | 'subject'>): Promise<SecondFactor> {
  const row = await db
    .selectFrom('second_factor')
    .select(['enabled_at'])
    .select((eb) =>
      eb
        .selectFrom('recovery_code')
        .whereRef('recovery_code.account_id', '=', 'second_factor.account_id')
        .select((count) => count.fn.countAll<string>().as('left'))
        .as('codes_left'),
    )
    .where('account_id', '=', signedInAccount(subject))
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  return {
    isEnabled: row !== undefined,
    recoveryCodesLeft: Number(row?.codes_left ?? 0),
    gmtEnabled: row?.enabled_at?.toISOString() ?? null,
  };
}
