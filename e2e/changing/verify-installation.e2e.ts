import { installation } from '@usance/api/installation/installation';
import { callInternally } from '../support/calls.ts';
import { expect, test } from '../support/test.ts';

// Runs last because of its name, and checks the data that all other tests have left.
test('the demonstration is still consistent', async () => {
  const { sound, checks } = await callInternally(installation.verify, {});
  expect(checks.flatMap(({ problems }) => problems)).toEqual([]);
  expect(sound).toBe(true);
});
