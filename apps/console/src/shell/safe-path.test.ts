import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safePath, withCheckVersion } from './safe-path.ts';

it.each([
  ['/contracts/ct-abcd/overview?tab=kyc#top', '/contracts/ct-abcd/overview?tab=kyc#top'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/a/..//evil.example', '/'],
  ['/%2e//evil.example', '/'],
  ['/./\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
  [undefined, '/'],
  [['/a'], '/'],
])('%s leads to %s', (from, expected) => expect(safePath(from)).toBe(expected));

/** Any ASCII, control characters included, and characters of other scripts that look like a slash, a dot or nothing. */
const character = fc.oneof(
  fc.integer({ min: 0, max: 0x7f }).map((code) => String.fromCharCode(code)),
  fc.constantFrom('\uff0f', '\uff3c', '\u3002', '\u00ad', '\u200b', '\ud800', '\u{1f30f}'),
);

it('no text leads out of the console', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: character }),
      fc.constantFrom('', '/', '//', '/\\', '/\n/', '/.//', '/a/..//'),
      (text, prefix) => {
        expect(new URL(safePath(prefix + text), 'https://here.test').origin).toBe('https://here.test');
      },
    ),
  );
});

it.each([
  ['/dataclouds', '/dataclouds?checkVersion=true'],
  ['/contracts?view=table', '/contracts?view=table&checkVersion=true'],
  [
    '/billing-center/ct-a/income-expense#cash_details',
    '/billing-center/ct-a/income-expense?checkVersion=true#cash_details',
  ],
  ['/x?a=1#b#c', '/x?a=1&checkVersion=true#b#c'],
])('%s is opened after signing in as %s', (path, opened) => expect(withCheckVersion(path)).toBe(opened));
