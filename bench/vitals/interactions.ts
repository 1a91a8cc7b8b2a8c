import type { Browser, Page } from 'playwright-core';
import { openReader, type Visit } from './load-page.ts';
import type { Place } from './places.ts';

interface Interaction {
  readonly name: string;
  /** The screen it happens on. */
  readonly on: string;
  /** Makes what the interaction needs, unmeasured. */
  readonly before?: (page: Page) => Promise<void>;
  readonly act: (page: Page) => Promise<void>;
}

const press = (role: 'button' | 'link' | 'radio' | 'columnheader', name: RegExp) => (page: Page) =>
  page.getByRole(role, { name }).first().click();

/** What people do most. */
const interactions: readonly Interaction[] = [
  { name: 'sort a table', on: 'statements', act: (page) => page.locator('th button').first().click() },
  { name: 'another page of a table', on: 'cost analysis', act: press('button', /^(2|Next page)$/) },
  {
    name: 'another span of the trend',
    on: 'statements',
    act: (page) => page.locator('[role=radiogroup] label').last().click(),
  },
  { name: 'open a filter', on: 'cost analysis', act: (page) => page.locator('main [aria-haspopup]').first().click() },
  {
    name: 'open the dates',
    on: 'cost analysis',
    act: (page) => page.locator('main button[aria-haspopup=dialog]').first().click(),
  },
  { name: 'one series alone', on: 'cost analysis', act: (page) => page.locator('[aria-pressed]').first().click() },
  {
    name: 'one series more',
    on: 'cost analysis',
    act: (page) =>
      page
        .locator('[aria-pressed]')
        .nth(1)
        .click({ modifiers: ['Shift'] }),
  },
  {
    name: 'point at a chart',
    on: 'cost analysis',
    act: (page) => page.locator('svg rect').nth(3).click({ force: true }),
  },
  { name: 'open the account menu', on: 'data clouds', act: press('button', /account|menu/i) },
  {
    name: 'change the theme',
    on: 'data clouds',
    before: press('button', /account|menu/i),
    act: (page) => page.getByRole('menuitem', { name: /theme|light/i }).click(),
  },
  { name: 'tiles to table', on: 'data clouds', act: (page) => page.locator('[role=radiogroup] label').last().click() },
  { name: 'fold the side bar', on: 'billing overview', act: press('button', /collapse|fold/i) },
];

/** The longest that the screen took to answer each, in milliseconds, or nothing where it cannot be done here. */
export async function measureInteractions(
  browser: Browser,
  visit: Visit,
  places: readonly Place[],
): Promise<ReadonlyMap<string, number | undefined>> {
  const measured = new Map<string, number | undefined>();
  for (const interaction of interactions) {
    const path = places.find(({ name }) => name === interaction.on)?.path ?? '/';
    measured.set(interaction.name, await measureOne(browser, visit, path, interaction));
  }
  return measured;
}

async function measureOne(browser: Browser, visit: Visit, path: string, { before, act }: Interaction) {
  const page = await openReader(browser, visit);
  try {
    page.setDefaultTimeout(8_000 * visit.slowdown);
    await page.goto(visit.origin + path, { waitUntil: 'networkidle' });
    await before?.(page);
    await page.evaluate(observe);
    await act(page);
    // Two frames later the browser has told what it painted.
    return await page.evaluate<number>('window.slowestAnswer()');
  } catch {
    return undefined;
  } finally {
    await page.context().close();
  }
}

/** From a place that is there, to one that has been seen: milliseconds until its heading is painted. */
export async function measureReturn(browser: Browser, visit: Visit, places: readonly Place[]): Promise<number> {
  const page = await openReader(browser, visit);
  const [from, to] = ['data clouds', 'contracts'].map((wanted) => places.find(({ name }) => name === wanted)?.path);
  try {
    await page.goto(visit.origin + from, { waitUntil: 'networkidle' });
    await page.locator(`nav a[href="${to}"]`).first().click();
    await page.waitForURL(`**${to}`);
    await page.locator(`nav a[href="${from}"]`).first().click();
    await page.waitForURL(`**${from}`);
    return await page.evaluate<number>(returnTo(`nav a[href="${to}"]`, `${to}`));
  } finally {
    await page.context().close();
  }
}

const observe = `{
  let slowest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) slowest = Math.max(slowest, duration);
  }).observe({ type: 'event', durationThreshold: 16 });
  window.slowestAnswer = () => new Promise((resolve) => setTimeout(() => resolve(slowest), 600));
}`;

const returnTo = (link: string, path: string) => `new Promise((resolve) => {
  const before = document.querySelector('h1');
  const start = performance.now();
  document.querySelector(${JSON.stringify(link)}).click();
  const look = () => location.pathname === ${JSON.stringify(path)} && document.querySelector('h1') !== before
    ? requestAnimationFrame(() => resolve(performance.now() - start))
    : requestAnimationFrame(look);
  look();
})`;
