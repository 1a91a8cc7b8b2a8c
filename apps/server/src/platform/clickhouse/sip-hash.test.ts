import { expect, it } from 'vitest';
import { sipHash64 } from './sip-hash.ts';

// The reference's published values without a key equal the engine's; `hash-total.test.ts` in metering asks the engine.
it.each([
  ['', 0x1e924b9d737700d7n],
  ['Hello world', 0xc9e8a3021f3822d9n],
  ['12345678123', 0xf95d77ccdb0649fn],
])('«%s» has its published hash', (text, hash) => {
  expect(sipHash64(text)).toBe(hash);
});
