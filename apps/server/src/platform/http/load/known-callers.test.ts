import { expect, it } from 'vitest';
import type { Subject } from '../../context/subject.ts';
import { KnownCallers } from './known-callers.ts';

const ada: Subject = { kind: 'account', accountId: 'acc-1', sessionId: 'ses-1', tokenHash: '' };
const nobody: Subject = { kind: 'anonymous' };
/** Callers identified by a cookie; `found` is the result of their look-up. */
function remembering(most?: { all: number; ofAccount: number }) {
  const known = new KnownCallers<{ carries?: string }>(({ carries }) => carries, most);
  let found: Subject = ada;
  const lookUp = known.remembering(async () => found);
  return { known, lookUp, becomes: (subject: Subject) => (found = subject) };
}

it('knows a caller by their cookie until a look-up fails', async () => {
  const { known, lookUp, becomes } = remembering();
  expect(known.has({ carries: 'a' })).toBe(false);
  expect(await lookUp({ carries: 'a' })).toBe(ada);
  expect([{ carries: 'a' }, { carries: 'b' }, {}].map((caller) => known.has(caller))).toEqual([true, false, false]);
  becomes(nobody);
  expect(await lookUp({ carries: 'a' })).toBe(nobody);
  expect(known.has({ carries: 'a' })).toBe(false);
});

it('knows no caller with a made-up cookie, or with none', async () => {
  const { known, lookUp, becomes } = remembering();
  becomes(nobody);
  await lookUp({ carries: 'made up' });
  expect(known.has({ carries: 'made up' })).toBe(false);
  becomes(ada);
  await lookUp({});
  expect(known.has({})).toBe(false);
});

it('forgets the longest absent caller first', async () => {
  const { known, lookUp } = remembering({ all: 2, ofAccount: 2 });
  for (const carries of ['a', 'b', 'a', 'c']) await lookUp({ carries });
  expect(['a', 'b', 'c'].map((carries) => known.has({ carries }))).toEqual([true, false, true]);
});

it('limits the cookies of one account without forgetting other accounts', async () => {
  const { known, lookUp, becomes } = remembering({ all: 100, ofAccount: 2 });
  await lookUp({ carries: "ada's" });
  becomes({ kind: 'account', accountId: 'acc-2', sessionId: 'ses-2', tokenHash: '' });
  for (const carries of ['a', 'b', 'a', 'c']) await lookUp({ carries });
  expect(["ada's", 'a', 'b', 'c'].map((carries) => known.has({ carries }))).toEqual([true, true, false, true]);
});

it('returns the account of a cookie', async () => {
  const { known, lookUp } = remembering();
  await lookUp({ carries: 'a' });
  expect([{ carries: 'a' }, { carries: 'b' }, {}].map((caller) => known.accountOf(caller))).toEqual([
    'acc-1',
    undefined,
    undefined,
  ]);
});
