import * as z from 'zod/mini';
import { says } from '../rule.ts';

/** A new password: 8 to 32 characters, counting an emoji as one. The server also refuses the most common ones. */
export const newPassword = z.string(says('passwordRequired')).check(
  z.minLength(1, { error: says('passwordRequired'), abort: true }),
  z.maxLength(128, { error: says('passwordLength'), abort: true }),
  z.refine((text) => inRange([...text].length), says('passwordLength')),
  z.regex(/^[^@%/]*$/, says('passwordCharacters')),
);

/** An entered password: only its presence is checked. Its form is checked when it is set. */
export const enteredPassword = z
  .string(says('passwordRequired'))
  .check(z.minLength(1, says('passwordRequired')), z.maxLength(256, says('longest', { max: 256 })));

const inRange = (length: number) => length >= 8 && length <= 32;

export type PasswordStrength = 'weak' | 'medium' | 'strong';

/** Medium: at least 8 characters with two of letter, digit and symbol. Strong: with all three. Otherwise weak. */
export function passwordStrength(password: string): PasswordStrength {
  const kinds = [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
  if ([...password].length < 8 || kinds < 2) return 'weak';
  return kinds === 3 ? 'strong' : 'medium';
}
