import { test as base, expect, type Page } from '@playwright/test';
import { accounts } from '@usance/api/account';
import { sendAs } from './calls.ts';
import { credentialsOf, type Person, serverNow } from './demo.ts';

interface Options {
  /** Replies that the story asks for. The browser logs each, and so does the console, whatever the page does about them. */
  refusals: readonly number[];
}

interface Fixtures {
  /** Signs in without the form. */
  signInAs: (person: Person) => Promise<void>;
  /** Faults the page has shown so far, none at the end of any test. */
  faults: string[];
}

/** Every test runs at the server's time, and fails on an error in the console or a violation of the CSP. */
export const test = base.extend<Options & Fixtures>({
  refusals: [[], { option: true }],
  page: async ({ page }, use) => {
    await page.clock.setFixedTime(await serverNow());
    // That something is unread is said after a while, over whatever a test looks at. A page without an address keeps nothing.
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
    // An account keeps a hundred sessions and ends the oldest. By a clock that stands still all are equally old, so one that
    // another test uses could end.
    // Tests that change something are few, and move the clock.
    if (!signedIn || project.name !== 'reading') return;
    // Requests that the page still makes would be refused from now on.
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
