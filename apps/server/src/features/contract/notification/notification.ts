import type { ContractScope } from '@usance/api/call';
import { type Notification, type NotificationKind, notificationKind } from '@usance/api/contract/notification';
import type { Selectable } from 'kysely';
import type { Language } from '#platform/context/language.ts';
import { consoleAddress, type MessageWords } from '#platform/message/message.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { ContractRow } from '../contract/contract.ts';
import { templates } from './templates.ts';

/** The stored fields that the words are made of. */
type Told = Pick<Selectable<Database['notification']>, 'kind' | 'arguments'>;
type Named = Pick<ContractRow, 'id' | 'tags' | 'name'>;

/** Returns the kinds that need a scope which the predicate allows. */
export function kindsFor(isAllowed: (scope: ContractScope) => boolean): NotificationKind[] {
  return notificationKind.options.filter((kind) => isAllowed(templates[kind].needs));
}

/** The wire form in the reader's language. */
export function notificationOf(
  row: Selectable<Database['notification']>,
  contract: Named,
  reader: { language: Language; isRead: boolean },
): Notification {
  const { title, text, level, path } = inWords(row, contract, reader.language);
  return {
    id: row.id,
    notificationType: row.kind,
    level,
    notificationTitle: title,
    notificationText: text,
    contractId: contract.id,
    contractName: calledName(contract),
    url: path,
    createdAt: row.created_at.toISOString(),
    isRead: reader.isRead,
  };
}

/**
 * The mail form, with links to its page and to the preferences. It names the contract by id only: the name is free
 * text of its creator, who could grant roles to reach any mailbox.
 */
export function mailOf(told: Told, contract: Pick<ContractRow, 'id'>, language: Language): MessageWords {
  const { title, text, path } = inWords(told, contract, language);
  const [page, choice] = [`${consoleAddress}${path}`, `${consoleAddress}/account`];
  return {
    subject: `${title} – ${contract.id}`,
    text:
      language === 'zh'
        ? `${text}\n\n合同：${contract.id}\n${page}\n\n不想再收到此类邮件？请在账号页面的“通知”中更改：${choice}`
        : `${text}\n\nContract: ${contract.id}\n${page}\n\nTo stop mails of this kind, go to “Notifications” on your account page: ${choice}`,
  };
}

function inWords({ kind, arguments: given }: Told, { id }: Pick<ContractRow, 'id'>, language: Language) {
  // The type of `Happening` ensures that a row has the arguments of its kind.
  const template = templates[kind] as (typeof templates)['private_offer'];
  const told = given as Parameters<typeof template.level>[0];
  return { ...template.words[language](told), level: template.level(told), path: template.path(id, told) };
}

function calledName({ tags, name }: Named): string {
  return tags || name;
}
