import { email } from '@usance/api/email';
import { says } from '@usance/api/rule';
import * as z from 'zod/mini';
import { consoleNow } from '../../api/product-time.ts';

const upTo = (max: number) => z.string().check(z.maxLength(max, says('longest', { max })));
const given = (max: number) =>
  z.string().check(z.trim(), z.minLength(1, says('required')), z.maxLength(max, says('longest', { max })));
// A browser's time field has a complete value or none. A past time is refused before sending.
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

/** Returns the body to send, with times as instants in the entered order. */
export function bookingOf({ time, otherTime, ...said }: z.output<typeof demoBody>) {
  const timeWishes = [time, otherTime].filter(Boolean).map((wish) => new Date(wish).toISOString());
  return { ...said, timeWishes };
}

/** The form field of each field that a refusal may name. */
export const demoFieldNames = {
  name: 'name',
  email: 'email',
  company: 'company',
  phone: 'phone',
  message: 'message',
  'timeWishes.0': 'time',
  'timeWishes.1': 'otherTime',
};
