import { test as base, expect, type Page } from '@playwright/test';
import { accounts } from '@usance/api/people/account';
import { sendAs } from './calls.ts';
import { credentialsOf, type Person, serverNow } from './demo.ts';

interface Options {
  /**
   * The statuses of refusals that the test expects. The browser and the console log each such reply, whatever the page
   * does about it.
   */
  refusals: readonly number[];
}

interface Fixtures {
  /** Signs in without the form. */
  signInAs: (person: Person) => Promise<void>;
  /** The faults of the page so far; a test fails if there are any at its end. */
  faults: string[];
}

/** Runs each test at the server's time, and fails it on an error in the browser's console or a violation of the CSP. */
export const test = base.extend<Options & Fixtures>({
  refusals: [[], { option: true }],
  page: async ({ page }, use) => {
    await page.clock.setFixedTime(await serverNow());
    // Otherwise the message about unread notifications would appear after a while and cover the page. A page without an
    // origin has no storage.
    await page.addInitScript("try { sessionStorage.setItem('usance.notifications-told', 'yes') } catch {}");
    await use(page);
  },
  faults: [
    async ({ page, refusals }, use) => {
      const faults: string[] = [];
      await watch(page, faults, refusals);
      await use(faults);
      expect(faults, 'errors in the console and violations of the CSP').toEqual([]);
    },
    { auto: true },
  ],
  signInAs: async ({ page, baseURL }, use, { project }) => {
    let signedIn = false;
    await use(async (person) => {
      const reply = await sendAs(page.request, accounts.login, { body: credentialsOf(person) }, baseURL);
      expect(reply.status(), await reply.text()).toBe(200);
      signedIn = true;
    });
    // An account keeps a hundred sessions and ends the oldest. With a fixed clock all are equally old, so the session
    // of a running test could end; therefore each reading test signs out. The few writing tests move the clock, so they
    // need not.
    if (!signedIn || project.name !== 'reading') return;
    // The page's pending requests would be refused after the sign-out.
    await page.close();
    await sendAs(page.request, accounts.logout, {}, baseURL);
  },
});

export { expect };

async function watch(page: Page, faults: string[], refusals: readonly number[]): Promise<void> {
  page.on('pageerror', (error) => faults.push(`page: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const status = Number(/the server responded with a status of (\d+)/.exec(message.text())?.[1]);
    const isAsked = refusals.includes(status) || (refusals.length > 0 && message.text().startsWith('ApiError: '));
    if (!isAsked) faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  await page.exposeBinding('reportViolation', (_source, violation: string) => faults.push(`CSP: ${violation}`));
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile));`);
}
