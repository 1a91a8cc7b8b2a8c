import { sql } from 'kysely';
import type { Deps } from '../context/context.ts';
import type { Db } from '../postgres/database.ts';
import { type Carrier, type Carriers, type Channel, consoleAddress, type Message } from './message.ts';

const minuteMs = 60_000;
/** The number of messages that one channel sends at once. */
export const messagesAtOnce = 5;
const mostTries = 12;
const longestWaitMinutes = 60;
// No other process takes a message during its claim, which outlasts every carrier. If the sender dies, the message is
// sent again.
const claimMs = minuteMs;

/** Adds the address of this installation for browsers. */
type Sending = Pick<Deps, 'db' | 'log'> & { readonly publicUrl?: string };

interface Waiting {
  readonly id: string;
  readonly tries: number;
  readonly message: Message;
}

/**
 * Sends the due messages of a channel, a few at once, and returns how many it claimed. A refused message is tried again
 * after 1, 2, 4 … 60 minutes, twelve times in all. Safe to run beside itself: each message is claimed and sent at once.
 */
export async function deliverMessages(deps: Sending, carriers: Carriers, now: Date, channel: Channel): Promise<number> {
  const claimed = await claim(deps, channel, now);
  const ended = await Promise.allSettled(claimed.map((waiting) => deliver(deps, carriers[channel], waiting, now)));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return claimed.length;
}

async function deliver({ db, log }: Sending, carrier: Carrier | undefined, { id, tries, message }: Waiting, now: Date) {
  if (carrier === undefined) {
    const { to, subject, text, channel } = message;
    log.warn({ to, subject, text }, `no carrier for ${channel}: this message stays in message_outbox`);
    return leave(db, id, null);
  }
  try {
    await carrier.send(message);
  } catch (error) {
    const isLast = tries >= mostTries;
    log.error({ messageId: id, tries, err: error }, isLast ? 'a message is given up' : 'a message was refused');
    return leave(db, id, isLast ? null : nextTry(tries, now), error);
  }
  await db.deleteFrom('message_outbox').where('id', '=', id).execute();
}

async function claim({ db, publicUrl = '' }: Sending, channel: Channel, now: Date): Promise<Waiting[]> {
  const rows = await db
    .updateTable('message_outbox')
    .set({ tries: sql<number>`tries + 1`, next_try_at: new Date(now.getTime() + claimMs) })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('message_outbox')
        .select('id')
        .where('next_try_at', '<=', now)
        .where('channel', '=', channel)
        .orderBy('next_try_at')
        .orderBy('id')
        .limit(messagesAtOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'tries', 'recipient', 'subject', 'body'])
    .execute();
  return rows.map(({ id, tries, recipient, subject, body }) => ({
    id,
    tries,
    message: { channel, to: recipient, subject, text: body.replaceAll(consoleAddress, () => publicUrl) },
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

/** Keeps the messages in the outbox unsent: a demonstration must not write to real addresses. */
export async function suppressMessages(db: Db): Promise<void> {
  await db.updateTable('message_outbox').set({ next_try_at: null }).execute();
}
