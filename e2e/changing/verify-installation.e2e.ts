import { installation } from '@usance/api/installation';
import { callInternally } from '../support/calls.ts';
import { expect, test } from '../support/test.ts';

// The last of all by its name: it looks at what every other test has left behind.
test('the demonstration still fits together', async () => {
  const { sound, checks } = await callInternally(installation.verify, {});
  expect(checks.flatMap(({ problems }) => problems)).toEqual([]);
  expect(sound).toBe(true);
});
