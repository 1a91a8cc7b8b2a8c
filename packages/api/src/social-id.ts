import * as z from 'zod/mini';
import { says } from './rule.ts';

/**
 * What a country gives an enterprise or a person to be known by: letters and digits. Whether a check digit fits is a hint
 * and never a reason to refuse, since there are true ones that do not.
 */
export const socialId = z
  .string(says('required'))
  .check(
    z.maxLength(64, { error: says('longest', { max: 64 }), abort: true }),
    z.regex(/^[0-9A-Za-z]*$/, says('lettersAndDigits')),
  );
