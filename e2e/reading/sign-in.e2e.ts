import type { Page } from '@playwright/test';
import { credentialsOf, type Person } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

// The console's first request without a session is refused with 401.
test.use({ refusals: [401] });

test('a wrong password is refused in words, and the right one still works', async ({ page }) => {
  await page.goto('/signin');
  await fillIn(page, 'wrong');
  await expect(page.getByRole('alert')).toContainText(/password/i);
  await expect(page).toHaveURL(/\/signin$/);
  await fillIn(page, credentialsOf('viewer').password);
  await expect(page).toHaveURL('/dataclouds?checkVersion=true');
});

for (const person of ['finance', 'auditor'] as const)
  test(`${person}, who may see no data clouds, lands on the bills`, async ({ page }) => {
    await page.goto('/signin');
    await fillIn(page, credentialsOf(person).password, person);
    await expect(page).toHaveURL(/^[^?]*\/billing-center\/[^/]+\/income-expense/);
    await expect(page.getByText('Available balance', { exact: true })).toBeVisible();
  });

test('a refusal is shown even if its own text fails to load', async ({ page }) => {
  await page.route(/(refusal|rule)-words-[^/]*\.js$/, () => undefined);
  await page.goto('/signin');
  await fillIn(page, 'wrong');
  await expect(page.getByRole('alert')).toContainText(/password/i);
});

test('a field that was left empty is named, described and focused', async ({ page }) => {
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const email = page.getByRole('textbox', { name: 'Email' });
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('The email is required');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAccessibleDescription('The password is required');
});

test('a refusal is shown in Chinese to a Chinese reader', async ({ page }) => {
  await page.addInitScript("localStorage.setItem('usance.locale', 'zh')");
  await page.goto('/signin');
  const email = page.getByRole('textbox', { name: '邮箱' });
  const button = page.getByRole('button', { name: '登录', exact: true });
  await button.click();
  await expect(email).toHaveAccessibleDescription(/^\p{Script=Han}+$/u);
  await email.fill('no mail');
  await button.click();
  await expect(email).toHaveAccessibleDescription(/\p{Script=Han}/u);
  await email.fill(credentialsOf('viewer').identifier);
  await page.getByLabel('密码', { exact: true }).fill('wrong');
  await button.click();
  await expect(page.getByRole('alert')).toHaveText(/^\p{Script=Han}+[。，\p{Script=Han}]*$/u);
});

test.describe('a first visit from a Chinese browser', () => {
  test.use({ locale: 'zh-CN' });

  test('is in Chinese, and can be read in English before signing in', async ({ page }) => {
    await page.goto('/signin');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh');
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  });
});

test('every link of the sign-in page leads to an existing page', async ({ page }) => {
  await page.goto('/signin');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  const links = page.getByRole('main').locator('a');
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  for (const path of paths) {
    await page.goto(path ?? '');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('There is no such page');
  }
});

test('every entry of the account menu leads to an existing page', async ({ page, signInAs }) => {
  await signInAs('viewer');
  await page.goto('/dataclouds');
  await page.getByRole('button', { name: 'Account of Vera Kim' }).click();
  const links = page.getByRole('menu').locator('a');
  await expect(links).not.toHaveCount(0);
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  for (const path of paths) {
    await page.goto(path ?? '');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('There is no such page');
  }
});

test('a person who had to sign in lands on the requested page', async ({ page }) => {
  await page.goto('/contracts');
  await expect(page).toHaveURL('/signin?from=%2Fcontracts');
  await fillIn(page, credentialsOf('viewer').password);
  await expect(page).toHaveURL('/contracts?checkVersion=true');
  await expect(page.getByText('Signed in successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Contracts' })).toBeVisible();
});

test('the query and anchor of the requested page survive signing in', async ({ page }) => {
  await page.goto('/contracts?view=table#main');
  await expect(page).toHaveURL('/signin?from=%2Fcontracts%3Fview%3Dtable%23main');
  await fillIn(page, credentialsOf('viewer').password);
  await expect(page).toHaveURL('/contracts?view=table&checkVersion=true#main');
});

for (const stranger of ['//evil.com', '/\\evil.com', 'https://evil.com', 'javascript:alert(1)']) {
  test(`signing in never leads to ${stranger}`, async ({ page }) => {
    await page.goto(`/signin?from=${encodeURIComponent(stranger)}`);
    await fillIn(page, credentialsOf('viewer').password);
    await expect(page).toHaveURL('/dataclouds?checkVersion=true');
  });
}

test('the sign-in and sign-up pages redirect a signed-in person to the console', async ({ page, signInAs }) => {
  await signInAs('viewer');
  for (const path of ['/signin', '/signup?email=ada%40example.com']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dataclouds$/);
  }
});

test('signing out ends the session on the server, not only on the screen', async ({ page, signInAs }) => {
  await signInAs('viewer');
  const before = await page.context().cookies();
  await page.goto('/dataclouds');
  await page.getByRole('button', { name: 'Account of Vera Kim' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await page.context().addCookies(before);
  await page.goto('/dataclouds');
  await expect(page).toHaveURL('/signin?from=%2Fdataclouds');
});

test('theme and language change at once and stay after a reload', async ({ page, signInAs }) => {
  await signInAs('viewer');
  await page.goto('/dataclouds');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: 'Account of Vera Kim' }).click();
  await page.getByRole('menuitem', { name: 'Light theme' }).click();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.getByRole('button', { name: 'Account of Vera Kim' }).click();
  await page.getByRole('menuitem', { name: '中文' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '数据云' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: '数据云' })).toBeVisible();
  await expect(html).toHaveAttribute('lang', 'zh');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
});

async function fillIn(page: Page, password: string, person: Person = 'viewer'): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(credentialsOf(person).identifier);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
