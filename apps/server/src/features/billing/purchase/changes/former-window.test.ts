import { instant, toRfc3339 } from '@usance/period/instant';
import { expect, it } from 'vitest';
import { formerWindow } from './former-window.ts';

it.each([
  ['a month', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z', '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z'],
  ['a begun month', '2026-11-01T00:00:00Z', '2026-11-27T15:00:00Z', '2026-10-01T00:00:00Z', '2026-10-27T15:00:00Z'],
  ['some days', '2026-11-03T00:00:00Z', '2026-11-05T00:00:00Z', '2026-10-03T00:00:00Z', '2026-10-05T00:00:00Z'],
  [
    'days that February lacks',
    '2026-03-28T00:00:00Z',
    '2026-03-31T00:00:00Z',
    '2026-02-28T00:00:00Z',
    '2026-03-01T00:00:00Z',
  ],
  ['a quarter', '2026-07-01T00:00:00Z', '2026-10-01T00:00:00Z', '2026-04-01T00:00:00Z', '2026-07-01T00:00:00Z'],
  ['five weeks', '2026-05-20T00:00:00Z', '2026-06-24T00:00:00Z', '2026-03-20T00:00:00Z', '2026-04-24T00:00:00Z'],
])('before %s', (_, start, end, formerStart, formerEnd) => {
  const former = formerWindow({ start: instant(start), end: instant(end) }, 'UTC');
  expect([toRfc3339(former.start), toRfc3339(former.end)]).toEqual([formerStart, formerEnd]);
});

it('follows the months of Shanghai', () => {
  const former = formerWindow(
    { start: instant('2026-10-31T16:00:00Z'), end: instant('2026-11-27T03:00:00Z') },
    'Asia/Shanghai',
  );
  expect([toRfc3339(former.start), toRfc3339(former.end)]).toEqual(['2026-09-30T16:00:00Z', '2026-10-27T03:00:00Z']);
});
