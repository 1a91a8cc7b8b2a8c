import type { Page, Route } from '@playwright/test';
import { apps } from '@usance/api/people/app';
import { callAs } from '../support/calls.ts';
import { companyContract } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

const dataclouds = /\/api\/v1\/dataclouds\?/;
const messages = (page: Page) => page.locator('.mantine-Notification-root');
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click();

test.describe('a session that has ended', () => {
  test.use({ refusals: [401] });

  test('opens a dialog after more than 3 refusals in a row, and then nothing is sent', async ({ page, signInAs }) => {
    await openDataclouds(page, signInAs);
    const dialog = page.getByRole('dialog', { name: 'Session expired. Please sign in again.' });
    await page.context().clearCookies();
    for (const _ of [1, 2, 3]) await answered(page, 401, () => refresh(page));
    await expect(dialog).toHaveCount(0);
    await answered(page, 401, () => refresh(page));
    await expect(dialog).toBeVisible();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.evaluate("document.querySelector('[aria-label=Refresh]').click()");
    await dialog.getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/signin?from=%2Fdataclouds');
    expect(sent.filter((url) => dataclouds.test(url))).toEqual([]);
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  });

  test('does not prevent signing out', async ({ page, signInAs }) => {
    await openDataclouds(page, signInAs);
    await page.context().clearCookies();
    for (const _ of [1, 2, 3, 4]) await answered(page, 401, () => refresh(page));
    await expect(page.getByRole('dialog', { name: 'Session expired. Please sign in again.' })).toBeVisible();
    // Navigates within the page, as after a password change.
    await page.evaluate("history.pushState({}, '', '/logout'); dispatchEvent(new PopStateEvent('popstate'))");
    await expect(page).toHaveURL('/signin');
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('starts the count again after a successful reply', async ({ page, signInAs }) => {
    await openDataclouds(page, signInAs);
    const session = await page.context().cookies();
    for (const _ of [1, 2]) {
      await page.context().clearCookies();
      for (const _again of [1, 2, 3]) await answered(page, 401, () => refresh(page));
      await page.context().addCookies(session);
      await answered(page, 200, () => refresh(page));
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test.describe('an unauthorized platform', () => {
  test.use({ refusals: [403] });

  test('asks for authorization, and says to try again afterwards', async ({ page, signInAs }) => {
    await openDataclouds(page, signInAs);
    const granted: string[] = [];
    await page.route(dataclouds, (route) => refuse(route, 403, 'NOT_GRANT_PLATFORM_ERROR'));
    await page.route('**/self-service/auth/apps/**', (route) => {
      granted.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`);
      return route.continue();
    });
    await refresh(page);
    const dialog = page.getByRole('dialog', { name: 'Authorize the platform' });
    await expect(dialog).toContainText('security token');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(messages(page)).toHaveText('Authorization succeeded, please retry the previous operation.');
    await expect(dialog).toBeHidden();
    expect(granted).toEqual(['POST /api/v1/accounts/self-service/auth/apps/platform']);
    expect((await callAs(page.request, apps.listGranted, {})).items.map(({ id }) => id)).toEqual(['platform']);
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeFocused();
  });

  test('stays unauthorized if the person cancels', async ({ page, signInAs }) => {
    await openDataclouds(page, signInAs);
    await page.route(dataclouds, (route) => refuse(route, 403, 'NOT_GRANT_PLATFORM_ERROR'));
    await refresh(page);
    const dialog = page.getByRole('dialog', { name: 'Authorize the platform' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeFocused();
    await expect(messages(page)).toHaveCount(0);
  });
});

test.describe('a missing object', () => {
  test.use({ refusals: [404] });

  for (const [name, reason, title] of [
    ['contract', 'CONTRACT_NOT_FOUND', 'We cannot find this contract'],
    ['statement', 'STATEMENT_NOT_FOUND', "We cannot find this page's content"],
  ] as const) {
    test(`is reported once, by the page: a ${name}`, async ({ page, signInAs }) => {
      await signInAs('admin');
      const { id } = await companyContract(page.request);
      await page.addInitScript(rememberMessages);
      await page.goto(
        name === 'contract'
          ? '/contracts/ct-zzzzzzzzzzzz/overview'
          : `/billing-center/${id}/statements/stm-zzzzzzzzzzzz`,
      );
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('main').getByText(reason)).toBeVisible();
      await expect(page.getByRole('main')).toContainText('does not exist');
      await expect(page.getByRole('link', { name: 'Back Home' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate('messagesShown')).toEqual([]);
    });
  }
});

test.describe('a page whose main request is refused', () => {
  test.use({ refusals: [403] });

  test('shows the reason, and no message repeats it', async ({ page, signInAs }) => {
    await signInAs('viewer');
    await page.addInitScript(rememberMessages);
    await page.route('**/self-service/settings', (route) => refuse(route, 403, 'MOON_PHASE'));
    await page.goto('/account');
    await expect(page.getByRole('main').getByText('MOON_PHASE')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('messagesShown')).toEqual([]);
  });
});

test.describe('a statement trend that fails to load', () => {
  test.use({ refusals: [503] });

  test('is reported in its place beside the loaded list, and again after a retry', async ({ page, signInAs }) => {
    await signInAs('admin');
    const { id } = await companyContract(page.request);
    const ofTrend = /\/api\/.*\/statements\?.*pageSize=12\b/;
    await page.route(ofTrend, (route) => refuse(route, 503, 'UNAVAILABLE'));
    await page.goto(`/billing-center/${id}/statements?trend=12`);
    await expect(page.getByRole('table', { name: 'Statements' }).getByRole('rowheader').first()).toBeVisible();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('The trend could not be loaded');
    await page.unroute(ofTrend);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('figure', { name: 'Statement amounts by month' })).toBeVisible();
    await expect(alert).toHaveCount(0);
  });

  test('is reported once together with the list, if both fail', async ({ page, signInAs }) => {
    await signInAs('admin');
    const { id } = await companyContract(page.request);
    await page.route(/\/api\/.*\/statements\?/, (route) => refuse(route, 503, 'UNAVAILABLE'));
    await page.goto(`/billing-center/${id}/statements?trend=12&size=20`);
    await expect(page.getByRole('alert')).toHaveCount(1);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('alert')).toHaveCount(1);
  });
});

test.describe('parts of the cost analysis that are refused before the request that all depend on', () => {
  test.use({ refusals: [403] });

  test('wait with their errors, so that one error shows at a time', async ({ page, signInAs }) => {
    await signInAs('admin');
    const { id } = await companyContract(page.request);
    await page.addInitScript(rememberAlerts);
    const all = Promise.withResolvers<void>();
    await page.route('**/purchases**', async (route) => {
      if (isOfGroups(route.request().url())) await all.promise;
      return refuse(route, 403, 'MOON_PHASE');
    });
    const parts = ['agg-by', 'daily-acc', 'purchases'].map((end) =>
      page.waitForResponse((reply) => new URL(reply.url()).pathname.endsWith(end) && !isOfGroups(reply.url())),
    );
    await page.goto(`/billing-center/${id}/cost-analysis?view=rows`);
    await Promise.all(parts);
    // Waits for two frames, in which a part would have shown its error.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    all.resolve();
    await expect(page.getByRole('alert').filter({ hasText: 'Usage could not be loaded' })).toHaveCount(1);
    expect(await page.evaluate('mostAlerts')).toBe(1);
    expect(await page.evaluate('firstAlert')).toContain('Usage could not be loaded');
  });
});

test.describe('usage that fails to load', () => {
  test.use({ refusals: [503] });

  test('is reported once for the page, with one next step', async ({ page, signInAs }) => {
    await signInAs('admin');
    const { id } = await companyContract(page.request);
    await page.addInitScript(rememberMessages);
    await page.route('**/purchases**', (route) => refuse(route, 503, 'UNAVAILABLE'));
    // With a query, its figures do not come with the page.
    await page.goto(`/billing-center/${id}/cost-analysis?view=groups`);
    const alert = page.getByRole('alert');
    // A part of the page may be refused before the request that all parts depend on.
    await expect(alert.filter({ hasText: 'Usage could not be loaded' })).toHaveCount(1);
    await expect(alert).toHaveCount(1);
    await page.waitForLoadState('networkidle');
    await expect(alert).toHaveCount(1);
    expect(await page.evaluate('messagesShown')).toEqual([]);
    await page.unroute('**/purchases**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('figure', { name: 'By product', exact: true })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Groups' }).getByRole('rowheader').first()).toBeVisible();
    await expect(alert).toHaveCount(0);
  });
});

/** True for the request that all parts of the cost analysis depend on. */
const isOfGroups = (url: string) => new URL(url).pathname.endsWith('/groups');

/** Records the most alerts shown at once, and the text of the first. */
const rememberAlerts = `window.mostAlerts = 0;
  new MutationObserver(() => {
    const alerts = document.querySelectorAll('main [role=alert]');
    window.firstAlert ??= alerts[0]?.textContent;
    mostAlerts = Math.max(mostAlerts, alerts.length);
  }).observe(document, { childList: true, subtree: true });`;

/** Records the texts of messages, since they disappear after a while. */
const rememberMessages = `window.messagesShown = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) {
      if (node.classList?.contains('mantine-Notification-root')) messagesShown.push(node.textContent);
    }
  }).observe(document, { childList: true, subtree: true });`;

async function openDataclouds(page: Page, signInAs: (person: 'viewer') => Promise<void>): Promise<void> {
  await signInAs('viewer');
  await page.goto('/dataclouds', { waitUntil: 'networkidle' });
  await expect(page.getByRole('article')).toHaveCount(5);
}

/** Acts, and waits until the data clouds that it requests are answered with `status`. */
async function answered(page: Page, status: number, act: () => Promise<void>): Promise<void> {
  const reply = page.waitForResponse((response) => dataclouds.test(response.url()));
  await act();
  expect((await reply).status()).toBe(status);
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
}

function refuse(route: Route, code: number, reason: string): Promise<void> {
  return route.fulfill({
    status: code,
    json: { code, reason, message: 'The platform is not authorized.', metadata: {}, requestId: 'req-1' },
  });
}
