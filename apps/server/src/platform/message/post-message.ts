import type { Work } from '../context/context.ts';
import type { Message } from './message.ts';

/** Has a message sent once this transaction holds; within a second or so, and again later where that fails. */
export async function postMessage({ tx, now }: Pick<Work, 'tx' | 'now'>, message: Message): Promise<void> {
  await tx
    .insertInto('message_outbox')
    .values({
      at: now,
      channel: message.channel,
      recipient: message.to,
      subject: message.subject,
      body: message.text,
      next_try_at: now,
    })
    .execute();
}
