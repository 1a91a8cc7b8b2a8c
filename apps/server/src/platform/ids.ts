import { randomBytes } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Every kind of id and its prefix, so that an id says what it is. */
export type IdPrefix = 'acc' | 'ct' | 'dc' | 'sku' | 'prc' | 'stm' | 'pst' | 'rqs' | 'tok' | 'dis';

/** A new random id: the prefix, a dash and 80 random bits in base32. */
export function newId<P extends IdPrefix>(prefix: P): `${P}-${string}` {
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
