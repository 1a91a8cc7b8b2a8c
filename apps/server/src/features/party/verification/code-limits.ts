import type { Work } from '../../../platform/context/context.ts';
import type { Channel } from '../../../platform/message/message.ts';
import { takeTurns } from '../../../platform/postgres/take-turns.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { siteStartOf } from '../account/network-address.ts';

export const codeLifetimeMs = 10 * 60_000;
/** With so many wrong tries a code is dead. */
export const mostWrongTries = 5;

const resendMs = 60_000;
const hourMs = 3_600_000;
const mostToTarget = 5;
const mostFromNetwork = 20;
// Of an IPv6 /48, which one machine may have whole, or thousands of telephones share.
const mostFromSite = 200;
// Of all of an installation: each costs money, and who is paid for them may ask from thousands of addresses.
const mostSms = 500;

export interface Sending {
  readonly channel: Channel;
  readonly target: string;
  readonly network: string;
}

/**
 * Refuses another code to the same target within 60 seconds, a sixth within an hour, one too many from one network or from
 * one IPv6 /48, and to telephones one too many of all. Those who ask at once for one target go one after the other from here
 * to the end of the transaction.
 */
export async function refuseTooMany(work: Pick<Work, 'tx' | 'now' | 'log'>, sending: Sending): Promise<void> {
  const { tx, now } = work;
  const { channel, target, network } = sending;
  const site = siteStartOf(network);
  const keys = [
    `code ${channel} ${target}`,
    `code from ${network}`,
    ...(site === undefined ? [] : [`code from ${site}`]),
  ];
  for (const key of keys) await takeTurns(tx, key);
  const since = new Date(now.getTime() - hourMs);
  const sentTimes = tx
    .selectFrom('auth_job')
    .select('sent_at')
    .where('sent_at', '>', since)
    // A time later than this one was written by a clock that ran ahead.
    .where('sent_at', '<=', now)
    .orderBy('sent_at', 'desc');
  const toTarget = await sentTimes.where('target', '=', target).where('channel', '=', channel).execute();
  const fromNetwork = await sentTimes.where('network', '=', network).execute();
  const fromSite =
    site === undefined
      ? []
      : // What is sent later expires later, for which there is an index.
        await sentTimes.where('network', 'like', `${site}%`).where('expires_at', '>', since).execute();
  const againMs = leftOf(toTarget[0], resendMs, now);
  const waitMs = Math.max(
    leftOf(toTarget[mostToTarget - 1], hourMs, now),
    leftOf(fromNetwork[mostFromNetwork - 1], hourMs, now),
    leftOf(fromSite[mostFromSite - 1], hourMs, now),
  );
  if (waitMs > againMs) throw tooMany('Too many codes were asked for. Please wait, then ask for another.', waitMs);
  // Whoever has just signed up and forgets their password has asked once: they are told so, and not of too many attempts.
  if (againMs > 0)
    throw tooMany('A code was sent already. Please wait, then ask for another.', againMs, { codeSent: 'true' });
  if (channel === 'sms') await refuseTooManySms(work);
}

/** The bill for them has an end. That it is reached is told, since nobody's telephone is verified for as long. */
async function refuseTooManySms({ tx, now, log }: Pick<Work, 'tx' | 'now' | 'log'>): Promise<void> {
  await takeTurns(tx, 'code by sms');
  const since = new Date(now.getTime() - hourMs);
  const last = await tx
    .selectFrom('auth_job')
    .select('sent_at')
    .where('channel', '=', 'sms')
    .where('expires_at', '>', since)
    .where('sent_at', '>', since)
    .where('sent_at', '<=', now)
    .orderBy('sent_at', 'desc')
    .offset(mostSms - 1)
    .limit(1)
    .executeTakeFirst();
  const waitMs = leftOf(last, hourMs, now);
  if (waitMs === 0) return;
  log.error({ mostSms }, 'as many codes as may be were sent to telephones within an hour: others are refused');
  throw tooMany('Too many codes are sent to telephones just now. Please wait, then ask for one.', waitMs);
}

const tooMany = (words: string, waitMs: number, metadata: Readonly<Record<string, string>> = {}) =>
  new Refusal('TOO_MANY_REQUESTS', words, { retryAfterSeconds: String(Math.ceil(waitMs / 1_000)), ...metadata });

function leftOf(row: { sent_at: Date } | undefined, windowMs: number, now: Date): number {
  return row === undefined ? 0 : Math.max(0, row.sent_at.getTime() + windowMs - now.getTime());
}
