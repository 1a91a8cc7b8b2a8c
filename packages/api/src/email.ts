import * as z from 'zod/mini';
import { says } from './rule.ts';

/** The rule of every e-mail field, with the words a person reads. */
export const email = z.string(says('emailRequired')).check(
  z.minLength(1, says('emailRequired')),
  z.maxLength(254, { error: says('emailInvalid'), abort: true }),
  z.regex(/^\S*$/, says('noSpace')),
  // Nobody can see these, nor what they make of a text that is shown.
  z.regex(/^\P{C}*$/u, says('emailInvalid')),
  // Of what is written large, only A to Z have one small form that everybody finds: İ and Σ have others in the database, so
  // that an account would be nobody's, or another's.
  z.regex(/^(?:[A-Z]|\P{CWL})*$/u, says('emailInvalid')),
  // The first dot that may end the host's name does: there is one way to read a text, however many dots it has.
  z.regex(
    /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"][^\s@,;:<>()[\]\\".]*\.[^\s@,;:<>()[\]\\"]{2,}$/,
    says('emailInvalid'),
  ),
);
