import type { calendars } from '@usance/api/calendar';
import type { CallReply, ParsedBody } from '@usance/api/call';
import type { Work } from '#platform/context/context.ts';
import { conflict } from '#platform/refusal.ts';
import { mostSkewMs } from './clock-doubt.ts';
import { setTick } from './set-tick.ts';

/** A person says what time it is, and that the calendar may go on from there. 409 when the server's clock says otherwise. */
export async function acceptTime(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { body }: { body: ParsedBody<typeof calendars.acceptTime> },
): Promise<CallReply<typeof calendars.acceptTime>> {
  if (Math.abs(new Date(body.now).getTime() - now.getTime()) > mostSkewMs)
    throw conflict('CLOCK_CONFLICT', `The server's clock shows ${now.toISOString()}.`, { field: 'now' });
  await setTick(tx, now);
  return { acceptedAt: now.toISOString() };
}
