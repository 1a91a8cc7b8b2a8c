import * as z from 'zod/mini';
import { says } from '../rule.ts';

/**
 * A country's id number of an enterprise or a person: letters and digits. An invalid check digit is only a hint, since
 * real numbers with one exist.
 */
export const socialId = z
  .string(says('required'))
  .check(
    z.maxLength(64, { error: says('longest', { max: 64 }), abort: true }),
    z.regex(/^[0-9A-Za-z]*$/, says('lettersAndDigits')),
  );
