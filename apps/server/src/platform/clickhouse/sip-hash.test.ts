import { expect, it } from 'vitest';
import { sipHash64 } from './sip-hash.ts';

// The reference's own answers under no key are those of the engine; `hash-total.test.ts` in metering asks the engine itself.
it.each([
  ['', 0x1e924b9d737700d7n],
  ['Hello world', 0xc9e8a3021f3822d9n],
  ['12345678123', 0xf95d77ccdb0649fn],
])('«%s» has the hash that is published for it', (text, hash) => {
  expect(sipHash64(text)).toBe(hash);
});
