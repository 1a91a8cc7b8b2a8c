import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safePath } from './safe-path.ts';

it.each([
  ['/contracts/ct-abcd/overview?tab=kyc#top', '/contracts/ct-abcd/overview?tab=kyc#top'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
  [undefined, '/'],
  [['/a'], '/'],
])('%s leads to %s', (from, expected) => expect(safePath(from)).toBe(expected));

it('no text leads out of the console', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('', '/', '//', '/\\', '/\n/'), (text, prefix) => {
      expect(new URL(safePath(prefix + text), 'https://here.test').origin).toBe('https://here.test');
    }),
  );
});
