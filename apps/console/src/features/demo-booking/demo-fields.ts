import { email } from '@usance/api/email';
import { says } from '@usance/api/rule';
import * as z from 'zod/mini';
import { consoleNow } from '../../api/product-time.ts';

const upTo = (max: number) => z.string().check(z.maxLength(max, says('longest', { max })));
const given = (max: number) =>
  z.string().check(z.trim(), z.minLength(1, says('required')), z.maxLength(max, says('longest', { max })));
// A browser's own field for a time holds a whole one or nothing. What has passed is told at once, and not by the server.
const perhapsTime = z
  .string()
  .check(z.refine((said) => said === '' || new Date(said).getTime() > consoleNow(), { error: says('instantPassed') }));

export const demoBody = z.object({
  name: given(100),
  email,
  company: given(200),
  phone: upTo(40),
  message: upTo(2_000),
  time: perhapsTime,
  otherTime: perhapsTime,
});

/** What is sent: times as instants, the one that was named first before the other. */
export function bookingOf({ time, otherTime, ...said }: z.output<typeof demoBody>) {
  const timeWishes = [time, otherTime].filter(Boolean).map((wish) => new Date(wish).toISOString());
  return { ...said, timeWishes };
}

/** Which field a refusal of the call is about. */
export const demoFieldNames = {
  name: 'name',
  email: 'email',
  company: 'company',
  phone: 'phone',
  message: 'message',
  'timeWishes.0': 'time',
  'timeWishes.1': 'otherTime',
};
