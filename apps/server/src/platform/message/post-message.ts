import type { Work } from '../context/context.ts';
import type { Tx } from '../postgres/database.ts';
import type { Message } from './message.ts';

/** Has a message sent once this transaction holds; within a second or so, and again later where that fails. */
export function postMessage(work: Pick<Work, 'tx' | 'now'>, message: Message): Promise<void> {
  return postMessages(work, [message]);
}

/** As postMessage, several at once. `about`: by what they can be withdrawn while they wait. */
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

/** Sends nobody what waits about this. One that is on its way goes out: it held when it left. */
export async function withdrawMessages(tx: Tx, about: string): Promise<void> {
  await tx.deleteFrom('message_outbox').where('about', '=', about).where('next_try_at', 'is not', null).execute();
}
