import * as z from 'zod/mini';
import { says } from './rule.ts';

/** The rule for every e-mail field. */
export const email = z.string(says('emailRequired')).check(
  z.minLength(1, says('emailRequired')),
  z.maxLength(254, { error: says('emailInvalid'), abort: true }),
  z.regex(/^\S*$/, says('noSpace')),
  // These are invisible, and change how other text is displayed.
  z.regex(/^\P{C}*$/u, says('emailInvalid')),
  // Of the capitals only A to Z, because others, like İ and Σ, have a different lower case in the database: an account
  // would be found by no one, or mixed up.
  z.regex(/^(?:[A-Z]|\P{CWL})*$/u, says('emailInvalid')),
  // The host's name ends at the first possible dot, so that the pattern matches in one way only, however many dots
  // there are.
  z.regex(
    /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"][^\s@,;:<>()[\]\\".]*\.[^\s@,;:<>()[\]\\"]{2,}$/,
    says('emailInvalid'),
  ),
);
