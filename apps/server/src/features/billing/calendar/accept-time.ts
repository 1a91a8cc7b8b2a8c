import type { calendars } from '@usance/api/billing/calendar';
import type { CallReply, ParsedBody } from '@usance/api/call';
import type { Work } from '#platform/context/context.ts';
import { conflict } from '#platform/refusal.ts';
import { mostSkewMs } from './clock-doubt.ts';
import { setTick } from './keep-tick.ts';

/**
 * Accepts the time that an operator confirms, so that the calendar continues from there; 409 if the server's clock
 * differs.
 */
export async function acceptTime(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { body }: { body: ParsedBody<typeof calendars.acceptTime> },
): Promise<CallReply<typeof calendars.acceptTime>> {
  if (Math.abs(new Date(body.now).getTime() - now.getTime()) > mostSkewMs)
    throw conflict('CLOCK_CONFLICT', `The server's clock shows ${now.toISOString()}.`, { field: 'now' });
  await setTick(tx, now);
  return { acceptedAt: now.toISOString() };
}
