import { hourMs } from '@usance/period/instant';
import type { Work } from '#platform/context/context.ts';
import { takeTurns } from '#platform/postgres/take-turns.ts';
import { leftOf, tooMany } from './code-limits.ts';

// For the whole installation: each SMS costs money, and a fraudster who earns by them may ask from thousands of
// addresses.
const mostSms = 500;

/** Refuses an SMS code above the hourly limit. Logs an error, since no telephone can be verified until then. */
export async function refuseTooManySms({ tx, now, log }: Pick<Work, 'tx' | 'now' | 'log'>): Promise<void> {
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
  log.error({ mostSms }, 'the hourly limit of SMS codes is reached: further ones are refused');
  throw tooMany('Too many codes are being sent to telephones just now. Please wait, then ask for one.', waitMs);
}
