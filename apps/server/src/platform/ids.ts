import { randomBytes } from 'node:crypto';
import type { IdSchema } from '@usance/api/wire';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Returns a new random id: the prefix of its schema, a dash and 80 random bits in base32. */
export function newId<P extends string>({ prefix }: Pick<IdSchema<P>, 'prefix'>): `${P}-${string}` {
  let text = '';
  let bits = 0;
  let pending = 0;
  for (const byte of randomBytes(10)) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(pending >> bits) & 31];
    }
    pending &= (1 << bits) - 1;
  }
  return `${prefix}-${text}`;
}
