import { notificationId } from '@usance/api/notification';
import { role, rolesAllow } from '@usance/api/role';
import { dayMs } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import type { Language } from '#platform/context/language.ts';
import { newId } from '#platform/ids.ts';
import { postMessages, withdrawMessages } from '#platform/message/post-message.ts';
import type { Tx } from '#platform/postgres/database.ts';
import type { ContractRow } from '../contract/contract.ts';
import type { Happening } from './happening.ts';
import { mailOf } from './notification.ts';
import { templates } from './templates.ts';

/**
 * How many people of a contract a happening goes to by mail, and how many happenings of a kind do so in a day.
 *
 * @internal for its tests
 */
export const mostMailed = { people: 50, happenings: 10 };

/**
 * Tells the people of a contract what happened to it: on their screens, and by mail those who may read it and have not
 * chosen otherwise. The same happening told again, also at the same time, is told once. What is more than people can read
 * is there to read and not sent.
 */
export async function notifyPeople(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: Pick<ContractRow, 'id'>,
  { kind, dedupeKey, ...told }: Happening,
): Promise<void> {
  const recipients = (await isTooMuch(tx, contract.id, { kind, now })) ? [] : await mailReaders(tx, contract.id, kind);
  const kept = await tx
    .insertInto('notification')
    .values({
      contract_id: contract.id,
      id: newId(notificationId),
      kind,
      arguments: JSON.stringify(told),
      dedupe_key: dedupeKey,
      mailed: recipients.length,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['contract_id', 'kind', 'dedupe_key']).doNothing())
    .returning(['kind', 'arguments'])
    .executeTakeFirst();
  if (!kept) return;
  // An account is in one state: whoever waits to be told of the one before is told of this alone.
  if (kind === 'account_period') await withdrawMails(tx, contract, kind);
  const mails = { en: mailOf(kept, contract, 'en'), zh: mailOf(kept, contract, 'zh') };
  await postMessages(
    { tx, now },
    recipients.map(({ identifier, language }) => ({ channel: 'mail', to: identifier, ...mails[language ?? 'en'] })),
    aboutKind(contract, kind),
  );
}

/** Nobody is mailed any more what of this kind still waits: it has passed. */
export function withdrawMails(tx: Tx, contract: Pick<ContractRow, 'id'>, kind: Happening['kind']): Promise<void> {
  return withdrawMessages(tx, aboutKind(contract, kind));
}

const aboutKind = ({ id }: Pick<ContractRow, 'id'>, kind: Happening['kind']): string => `${kind} ${id}`;

/** Those who have been on the contract longest: who may read it and has not said that they want no mail. */
function mailReaders(
  tx: Tx,
  contractId: string,
  kind: Happening['kind'],
): Promise<{ identifier: string; language: Language | null }[]> {
  const readers = role.options.filter((held) => rolesAllow([held], templates[kind].needs));
  return tx
    .selectFrom('contract_role')
    .innerJoin('account', 'account.id', 'contract_role.account_id')
    .leftJoin('notification_reader', 'notification_reader.account_id', 'account.id')
    .leftJoin('notification_preference as chosen', (join) =>
      join.onRef('chosen.account_id', '=', 'account.id').on('chosen.kind', '=', kind),
    )
    .where('contract_role.contract_id', '=', contractId)
    .where('contract_role.role', 'in', readers)
    .where(sql<boolean>`coalesce(chosen.mail, true)`)
    .groupBy(['account.id', 'account.identifier', 'notification_reader.language'])
    .select(['account.identifier', 'notification_reader.language'])
    .orderBy((eb) => eb.fn.min('contract_role.granted_at'))
    .orderBy('account.id')
    .limit(mostMailed.people)
    .execute();
}

async function isTooMuch(
  tx: Tx,
  contractId: string,
  { kind, now }: { kind: Happening['kind']; now: Date },
): Promise<boolean> {
  const sent = await tx
    .selectFrom('notification')
    .select('no')
    .where('contract_id', '=', contractId)
    .where('kind', '=', kind)
    .where('mailed', '>', 0)
    .where('created_at', '>', new Date(now.getTime() - dayMs))
    .limit(mostMailed.happenings)
    .execute();
  return sent.length === mostMailed.happenings;
}
