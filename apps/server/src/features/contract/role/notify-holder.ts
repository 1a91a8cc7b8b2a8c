import { sql } from 'kysely';
import type { WriteContext } from '#platform/context/context.ts';
import type { TranslatedWords } from '#platform/message/message.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { tellOwner } from '../../people/account/tell-owner.ts';

const hourMs = 3_600_000;
/** Per hour. */
const mostTold = 20;

/**
 * Mails a person about a role that they got or lost. They did not ask for it, so only a few mails an hour are sent,
 * from all callers together.
 */
export async function notifyHolder(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'language'>,
  { id, identifier }: { readonly id: string; readonly identifier: string },
  words: TranslatedWords,
): Promise<void> {
  if ((await countTold(ctx.tx, id, ctx.now)) <= mostTold) await tellOwner(ctx, identifier, words);
}

/** Counts one more mail and returns the number within the hour. */
async function countTold(tx: Tx, accountId: string, now: Date): Promise<number> {
  const counted_to = new Date(now.getTime() + hourMs);
  const isOpen = sql`counted.counted_to > ${now} and counted.counted_to <= excluded.counted_to`;
  const { rows } = await sql<{ told: number }>`
    insert into role_told_count as counted (account_id, told, counted_to) values (${accountId}, 1, ${counted_to})
    on conflict (account_id) do update set
      told = case when ${isOpen} then counted.told else 0 end + 1,
      counted_to = case when ${isOpen} then counted.counted_to else excluded.counted_to end
    returning told`.execute(tx);
  return rows[0]?.told ?? 0;
}
