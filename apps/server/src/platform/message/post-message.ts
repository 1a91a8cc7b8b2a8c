import type { Work } from '../context/context.ts';
import type { Tx } from '../postgres/database.ts';
import type { Message } from './message.ts';

/** Queues a message, which is sent within a second or so of the commit, and retried if that fails. */
export function postMessage(work: Pick<Work, 'tx' | 'now'>, message: Message): Promise<void> {
  return postMessages(work, [message]);
}

/** Like postMessage, for several at once. `about` is the key by which waiting messages can be withdrawn. */
export async function postMessages(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  messages: readonly Message[],
  about?: string,
): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map(({ channel, to, subject, text }) => ({
    at: now,
    channel,
    recipient: to,
    subject,
    body: text,
    next_try_at: now,
    about: about ?? null,
  }));
  await tx.insertInto('message_outbox').values(rows).execute();
}

/** Deletes the waiting messages about this. A message that is being sent still goes out: it was true when it left. */
export async function withdrawMessages(tx: Tx, about: string): Promise<void> {
  await tx.deleteFrom('message_outbox').where('about', '=', about).where('next_try_at', 'is not', null).execute();
}
