import type { Work } from '../context/context.ts';
import type { Message } from './message.ts';

/** Has a message sent once this transaction holds; within a second or so, and again later where that fails. */
export function postMessage(work: Pick<Work, 'tx' | 'now'>, message: Message): Promise<void> {
  return postMessages(work, [message]);
}

/** As postMessage, several at once. */
export async function postMessages({ tx, now }: Pick<Work, 'tx' | 'now'>, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map(({ channel, to, subject, text }) => ({
    at: now,
    channel,
    recipient: to,
    subject,
    body: text,
    next_try_at: now,
  }));
  await tx.insertInto('message_outbox').values(rows).execute();
}
