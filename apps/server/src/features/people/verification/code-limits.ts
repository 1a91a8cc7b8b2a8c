import { hourMs } from '@usance/period/instant';
import type { Work } from '#platform/context/context.ts';
import type { Channel } from '#platform/message/message.ts';
import { takeTurns } from '#platform/postgres/take-turns.ts';
import { Refusal } from '#platform/refusal.ts';
import { siteStartOf } from '../account/lockout/network-address.ts';
import type { CodeAsker } from './asker.ts';

export const codeLifetimeMs = 10 * 60_000;
/** This many wrong tries end a code. */
export const mostWrongTries = 5;

const resendMs = 60_000;
// Strangers may ask for one target from many addresses: above a person's needs they share one slow limit.
const slowResendMs = 5 * 60_000;
const mostToTarget = 5;
const mostFromNetwork = 20;
// Per IPv6 /48: one machine may own it whole, or thousands of phones may share it.
const mostFromSite = 200;

export interface Sending {
  readonly channel: Channel;
  readonly target: string;
  readonly asker: CodeAsker;
}

/**
 * Refuses an owner a second code within 60 seconds and a sixth within an hour, regardless of strangers; strangers
 * have the limits of `refuseStrangers`. The locks serialise concurrent calls until commit.
 */
export async function refuseTooMany(work: Pick<Work, 'tx' | 'now'>, sending: Sending): Promise<void> {
  if (!sending.asker.isOwner) return refuseStrangers(work, sending);
  await takeTurns(work.tx, `code ${sending.asker.countedAs}`);
  refuseMore(work.now, await sentFor(work, sending).where('counted_as', '=', sending.asker.countedAs).execute());
}

/**
 * Refuses strangers of one network a second code to a target for a purpose within 60 seconds and a sixth within an
 * hour. Refuses too many codes from one network or IPv6 /48 to any targets. Once five codes went to a target, allows
 * one in five minutes.
 */
async function refuseStrangers(work: Pick<Work, 'tx' | 'now'>, sending: Sending): Promise<void> {
  const { tx, now } = work;
  const { channel, target, asker } = sending;
  const { network, countedAs } = asker;
  const site = siteStartOf(network);
  const keys = [
    `code ${channel} ${target}`,
    `code from ${network}`,
    ...(site === undefined ? [] : [`code from ${site}`]),
  ];
  for (const key of keys) await takeTurns(tx, key);
  const toTarget = sentFor(work, sending).where('counted_as', 'like', 'stranger %');
  refuseMore(now, await toTarget.where('network', '=', network).where('counted_as', '=', countedAs).execute());
  const byAll = await toTarget.execute();
  const fromNetwork = await sentByStrangers(work).where('network', '=', network).execute();
  const fromSite =
    site === undefined
      ? []
      : // The index is on the expiry, which has the same order as the time of sending.
        await sentByStrangers(work)
          .where('network', 'like', `${site}%`)
          .where('expires_at', '>', new Date(now.getTime() - hourMs))
          .execute();
  const waitMs = Math.max(
    byAll.length < mostToTarget ? 0 : leftOf(byAll[0], slowResendMs, now),
    leftOf(fromNetwork[mostFromNetwork - 1], hourMs, now),
    leftOf(fromSite[mostFromSite - 1], hourMs, now),
  );
  if (waitMs > 0) throw tooMany('Too many codes were asked for. Please wait, then ask for another.', waitMs);
}

/** Refuses after `mostToTarget` codes within the hour, or one within the minute. */
function refuseMore(now: Date, sent: readonly { sent_at: Date }[]): void {
  const againMs = leftOf(sent[0], resendMs, now);
  const waitMs = leftOf(sent[mostToTarget - 1], hourMs, now);
  if (waitMs > againMs) throw tooMany('Too many codes were asked for. Please wait, then ask for another.', waitMs);
  // A person who has just signed up and then forgets their password has asked once, so this message does not speak of
  // too many attempts.
  if (againMs > 0)
    throw tooMany('A code has already been sent. Please wait, then ask for another.', againMs, { codeSent: 'true' });
}

/** Selects the times of codes sent within the hour, latest first. */
const sentTimes = ({ tx, now }: Pick<Work, 'tx' | 'now'>) =>
  tx
    .selectFrom('auth_job')
    .select('sent_at')
    .where('sent_at', '>', new Date(now.getTime() - hourMs))
    // A later time than this was written by a clock that ran ahead.
    .where('sent_at', '<=', now)
    .orderBy('sent_at', 'desc');

const sentFor = (work: Pick<Work, 'tx' | 'now'>, { channel, target }: Sending) =>
  sentTimes(work).where('target', '=', target).where('channel', '=', channel);

const sentByStrangers = (work: Pick<Work, 'tx' | 'now'>) => sentTimes(work).where('counted_as', 'like', 'stranger %');

export const tooMany = (words: string, waitMs: number, metadata: Readonly<Record<string, string>> = {}): Refusal =>
  new Refusal('TOO_MANY_REQUESTS', words, { retryAfterSeconds: String(Math.ceil(waitMs / 1_000)), ...metadata });

/** Returns the milliseconds left of a window that began with a code. */
export function leftOf(row: { sent_at: Date } | undefined, windowMs: number, now: Date): number {
  return row === undefined ? 0 : Math.max(0, row.sent_at.getTime() + windowMs - now.getTime());
}
