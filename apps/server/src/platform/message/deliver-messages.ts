import { sql } from 'kysely';
import type { Deps } from '../context/context.ts';
import type { Db } from '../postgres/database.ts';
import type { Carriers, Message } from './message.ts';

const minuteMs = 60_000;
/** How many are taken from the outbox before others of their age may be. */
const atOnce = 20;
const mostTries = 12;
const longestWaitMinutes = 60;
// Nobody else takes one while it is being sent; who dies meanwhile has it sent again.
const claimMs = minuteMs;

interface Waiting {
  readonly id: string;
  readonly tries: number;
  readonly message: Message;
}

/**
 * Sends what is due, and answers how many went out. A message whose carrier refuses it is tried again after 1, 2, 4 … 60
 * minutes, twelve times in all. It may run twice or beside another: each message is claimed before it is sent.
 */
export async function deliverMessages(deps: Pick<Deps, 'db' | 'log'>, carriers: Carriers, now: Date): Promise<number> {
  let sent = 0;
  for (const { id, tries, message } of await claim(deps.db, now)) {
    const carrier = carriers[message.channel];
    if (carrier === undefined) {
      const { to, subject, text } = message;
      deps.log.warn({ to, subject, text }, `nobody carries ${message.channel}: this message stays in message_outbox`);
      await leave(deps.db, id, null);
      continue;
    }
    try {
      await carrier.send(message);
      await deps.db.deleteFrom('message_outbox').where('id', '=', id).execute();
      sent += 1;
    } catch (error) {
      const isLast = tries >= mostTries;
      deps.log.error(
        { messageId: id, tries, err: error },
        isLast ? 'a message is given up' : 'a message was not taken',
      );
      await leave(deps.db, id, isLast ? null : nextTry(tries, now), error);
    }
  }
  return sent;
}

async function claim(db: Db, now: Date): Promise<Waiting[]> {
  const rows = await db
    .updateTable('message_outbox')
    .set({ tries: sql<number>`tries + 1`, next_try_at: new Date(now.getTime() + claimMs) })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('message_outbox')
        .select('id')
        .where('next_try_at', '<=', now)
        .orderBy('next_try_at')
        .orderBy('id')
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'tries', 'channel', 'recipient', 'subject', 'body'])
    .execute();
  return rows.map(({ id, tries, channel, recipient, subject, body }) => ({
    id,
    tries,
    message: { channel, to: recipient, subject, text: body },
  }));
}

async function leave(db: Db, id: string, nextTryAt: Date | null, error?: unknown): Promise<void> {
  const failure = error === undefined ? null : String(error).slice(0, 500);
  await db.updateTable('message_outbox').set({ next_try_at: nextTryAt, failure }).where('id', '=', id).execute();
}

function nextTry(tries: number, now: Date): Date {
  const minutes = Math.min(2 ** (tries - 1), longestWaitMinutes);
  return new Date(now.getTime() + minutes * minuteMs);
}
