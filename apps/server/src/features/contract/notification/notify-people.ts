import { notificationId } from '@usance/api/contract/notification';
import { role, rolesAllow } from '@usance/api/contract/role';
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
 * The most people whom one event of a contract is mailed to, and the most events of a kind that are mailed in a day.
 * @internal for its tests
 */
export const mostMailed = { people: 50, happenings: 10 };

/**
 * Notifies a contract's members of an event: in the console, and by mail those who may read it and did not turn it
 * off. The same event, even concurrently, is sent once. Events above the limits are listed but not mailed.
 */
export async function notifyPeople(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: Pick<ContractRow, 'id'>,
  { kind, dedupeKey, ...told }: Happening,
): Promise<void> {
  const event = kind === 'budget' && 'event' in told ? told.event : undefined;
  const recipients = (await isTooMuch(tx, contract.id, { kind, event, now }))
    ? []
    : await mailReaders(tx, contract.id, kind);
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
  // An account is in one state at a time: a waiting mail about the earlier state is withdrawn.
  if (kind === 'account_period') await withdrawMails(tx, contract, kind);
  const mails = { en: mailOf(kept, contract, 'en'), zh: mailOf(kept, contract, 'zh') };
  await postMessages(
    { tx, now },
    recipients.map(({ identifier, language }) => ({ channel: 'mail', to: identifier, ...mails[language ?? 'en'] })),
    aboutKind(contract, kind),
  );
}

/** Withdraws the waiting mails of a kind, whose event has passed. */
export function withdrawMails(tx: Tx, contract: Pick<ContractRow, 'id'>, kind: Happening['kind']): Promise<void> {
  return withdrawMessages(tx, aboutKind(contract, kind));
}

const aboutKind = ({ id }: Pick<ContractRow, 'id'>, kind: Happening['kind']): string => `${kind} ${id}`;

/** Returns the members who may read this kind and did not turn it off, longest-standing first. */
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

/** Of budgets, each event has its own limit: mails of many forecasts must not use up that of a stop. */
async function isTooMuch(
  tx: Tx,
  contractId: string,
  { kind, event, now }: { kind: Happening['kind']; event: string | undefined; now: Date },
): Promise<boolean> {
  const sent = await tx
    .selectFrom('notification')
    .select('no')
    .where('contract_id', '=', contractId)
    .where('kind', '=', kind)
    .where('mailed', '>', 0)
    .$if(event !== undefined, (sent) => sent.where(sql`arguments ->> 'event'`, '=', event))
    .where('created_at', '>', new Date(now.getTime() - dayMs))
    .limit(mostMailed.happenings)
    .execute();
  return sent.length === mostMailed.happenings;
}
