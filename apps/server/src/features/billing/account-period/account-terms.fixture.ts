import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { assertFollowed } from '#testing/assert-followed.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { verifyTerms } from '../../metering/term/verify-terms.ts';
import { verifyAccountPeriods } from './verify-account-periods.ts';

/**
 * Opens an app for a test file, and verifies account periods and terms at its end. Contracts of earlier tests become
 * Invalid before each test, so that the calendar skips them.
 */
export function openForAccountTerms(): () => TestApp {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ now: '2026-10-02T10:00:00Z' });
  });
  afterAll(async () => {
    expect(await verifyAccountPeriods(app.deps.db)).toEqual([]);
    expect(await verifyTerms(app.deps.db)).toEqual([]);
    await assertFollowed(app);
    await app.close();
  });
  beforeEach(async () => {
    await app.deps.db.updateTable('contract').set({ state: 'Invalid' }).execute();
  });
  return () => app;
}
