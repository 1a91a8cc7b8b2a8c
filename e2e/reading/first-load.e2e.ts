import type { Route } from '@playwright/test';
import { availableBalances } from '@usance/api/billing/available-balance';
import { bank, newestCash } from '@usance/api/billing/bank';
import { allBudgets, budgets } from '@usance/api/billing/budget';
import { largestProducts } from '@usance/api/billing/purchase';
import { newestStatements, recentStatements, statements } from '@usance/api/billing/statement';
import { contracts, contractTiles } from '@usance/api/contract/contract';
import { kycInfos } from '@usance/api/contract/kyc-info';
import { frozens, newestHolds } from '@usance/api/money/hold';
import { accounts } from '@usance/api/people/account';
import { urlOf } from '@usance/api/request';
import { privateOffers, waitingOffers } from '@usance/api/sale/private-offer';
import { companyContract, individualContract } from '../support/demo.ts';
import { shown } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

test('the account and its contracts come with the page, not after it', async ({ page, signInAs }) => {
  await signInAs('admin');
  // A server that has just started may tell its first page too late.
  await page.request.get('/contracts');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search));
  await page.goto('/contracts', { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText((await companyContract(page.request)).tags).first()).toBeVisible();
  expect(asked).not.toContain(urlOf(accounts.whoami));
  expect(asked).not.toContain(urlOf(contracts.list, contractTiles));
});

test('the server sends with a page exactly the data that it requests', async ({ page, signInAs }) => {
  await signInAs('admin');
  const { id } = await companyContract(page.request);
  const params = { id };
  const strip = [
    urlOf(statements.list, { params, ...recentStatements }),
    urlOf(privateOffers.list, { params, ...waitingOffers }),
    urlOf(budgets.list, { params, ...allBudgets }),
    urlOf(availableBalances.runway, { params }),
  ];
  const largest = new URLSearchParams(Object.entries(largestProducts).map(([name, value]) => [name, `${value}`]));
  const brought = {
    dataclouds: strip,
    'create-datacloud': [/\/available-balances$/, /\/regions\?contractID=[\w-]+$/],
    [`contracts/${id}/overview`]: [urlOf(kycInfos.get, { params })],
    [`billing-center/${id}/statements`]: [urlOf(statements.list, { params, ...newestStatements })],
    [`billing-center/${id}/cost-analysis`]: [
      /\/daily-acc\?start=\d+&end=\d+&includeZeroAmount=true$/,
      new RegExp(`/groups\\?start=\\d+&end=\\d+&includeZeroAmount=true&formerStart=\\d+&formerEnd=\\d+&${largest}$`),
    ],
    [`billing-center/${id}/income-expense`]: [
      ...strip,
      urlOf(bank.summary, { params }),
      urlOf(bank.details, { params, ...newestCash }),
      urlOf(frozens.details, { params, ...newestHolds }),
    ],
  };
  for (const [place, urls] of Object.entries(brought)) {
    await page.route(`**/${place}`, withoutReplies);
    const asked = urls.map((url) => page.waitForRequest(typeof url === 'string' ? `**${url}` : url));
    await page.goto(`/${place}`);
    await Promise.all(asked);
  }
});

test('the frame shows before any script has loaded, in the reader’s theme', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.addInitScript(() => localStorage.setItem('mantine-color-scheme-value', 'light'));
  await page.route(/\/assets\/.*\.js$/, () => {});
  await page.goto('/contracts', { waitUntil: 'commit' });
  await expect(page.locator('.first-frame')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
});

test('a frame whose files load slowly says so, and offers a retry', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.addInitScript(
    `const wait = setTimeout;
    window.setTimeout = (run, ms, ...rest) => {
      if (ms !== 10_000) return wait(run, ms, ...rest);
      window.tenSecondsPass = run;
      return 0;
    };`,
  );
  let isReached = false;
  await page.route(/\/assets\/.*\.js$/, (route) => (isReached ? route.continue() : undefined));
  await page.goto('/contracts', { waitUntil: 'commit' });
  await expect(page.locator('.first-frame')).toBeVisible();
  await page.waitForFunction('window.tenSecondsPass');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.evaluate('window.tenSecondsPass()');
  await expect(page.getByRole('alert')).toContainText('The console has not loaded yet.');
  isReached = true;
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contracts');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test.describe('a frame whose files are refused', () => {
  test.use({ refusals: [404] });

  test('says so at once, in the reader’s language', async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.addInitScript(() => localStorage.setItem('usance.locale', 'zh'));
    await page.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto('/contracts', { waitUntil: 'commit' });
    await expect(page.getByRole('button', { name: '重新加载' })).toBeVisible();
  });
});

test.describe('a part whose file is missing', () => {
  test.use({ refusals: [404] });

  test('is there after a retry', async ({ page, signInAs, faults }) => {
    await signInAs('admin');
    const { id } = await companyContract(page.request);
    let isThere = false;
    await page.route(/\/assets\/statements-parts\.late.*\.js$/, (route) =>
      isThere ? route.continue() : route.fulfill({ status: 404, body: '' }),
    );
    await page.goto(`/billing-center/${id}/statements`);
    await expect(page.getByText('No reply from the server.')).toBeVisible();
    expect(faults.splice(0)).toEqual([expect.stringContaining('Failed to fetch dynamically imported module')]);
    isThere = true;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('table', { name: 'Statements', exact: true })).toBeVisible();
  });
});

test.describe('a part of a page that is drawn after its opening', () => {
  test.use({ viewport: { width: 1280, height: 480 } });

  test('is where a link to it leads', async ({ page, signInAs }) => {
    await signInAs('admin');
    const { id } = await companyContract(page.request);
    await page.goto(`/billing-center/${id}/statements#all_statements`);
    await expect(page.locator('#all_statements')).toBeInViewport();
    await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport();
  });

  test('is in sight again after a reload', async ({ page, signInAs }) => {
    await signInAs('admin');
    const { id } = await companyContract(page.request);
    const last = page.getByRole('table', { name: 'Statements', exact: true }).getByRole('link').last();
    await page.goto(`/billing-center/${id}/statements`);
    await expect(last).toBeVisible();
    await expect(last).not.toBeInViewport();
    await last.scrollIntoViewIfNeeded();
    // The place is noted with the event of the scroll, which comes with the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await page.reload();
    await expect(last).toBeInViewport();
  });
});

test('a page before sign-in shows no sidebar', async ({ page }) => {
  await page.route(/\/assets\/.*\.js$/, () => {});
  await page.goto('/signin', { waitUntil: 'commit' });
  await expect(page.locator('.first-frame > div').first()).toBeVisible();
  await expect(page.locator('.first-frame > div').nth(1)).toBeHidden();
});

test('the HTML of a page names the files that it needs', async ({ page, signInAs }) => {
  await signInAs('admin');
  const { id } = await companyContract(page.request);
  const html = await (await page.request.get(`/billing-center/${id}/cost-analysis`)).text();
  const preloaded = [...html.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)"/g)].map(([, href]) => href);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.push(new URL(request.url()).pathname);
  });
  await page.goto(`/billing-center/${id}/cost-analysis`, { waitUntil: 'networkidle' });
  const ofThePage = asked.filter((path) => /cost-analysis|charts|usage/.test(path));
  expect(ofThePage).toHaveLength(3);
  expect(ofThePage.filter((path) => !preloaded.includes(path))).toEqual([]);
});

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  for (const place of ['income-expense', 'statements', 'cost-analysis']) {
    test(`nothing on ${place} moves when later parts load, even a warning`, async ({ page, signInAs }) => {
      await signInAs('admin');
      const { id } = await individualContract(page.request);
      await page.addInitScript(
        `new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) window.shifted = (window.shifted ?? 0) + value;
        }).observe({ type: 'layout-shift', buffered: true })`,
      );
      await page.goto(`/billing-center/${id}/${place}`, { waitUntil: 'networkidle' });
      await shown(page);
      await expect(page.getByRole('complementary', { name: 'Extension period' })).toBeVisible();
      expect(await page.evaluate('window.shifted ?? 0')).toBeLessThan(0.03);
    });
  }
});

test.describe('a first page whose figures fail to load', () => {
  test.use({ refusals: [503] });

  test('says that it is requesting them again', async ({ page, signInAs }) => {
    await signInAs('admin');
    const { id } = await companyContract(page.request);
    await page.route(`**/billing-center/${id}/cost-analysis`, withoutReplies);
    const busy = {
      code: 503,
      reason: 'UNAVAILABLE',
      message: '',
      metadata: { retryAfterSeconds: '60' },
      requestId: '',
    };
    await page.route('**/available-balances', (route) => route.fulfill({ status: 503, json: busy }));
    await page.goto(`/billing-center/${id}/cost-analysis`, { waitUntil: 'commit' });
    await expect(page.getByRole('status')).toHaveText('The service is busy. Trying again…');
    await expect(page.locator('.first-frame')).toBeVisible();
  });
});

async function withoutReplies(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = (await response.text()).replace(/(id="boot"[^>]*>)[^<]*/, '$1');
  await route.fulfill({ response, body });
}
