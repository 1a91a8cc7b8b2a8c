import type { Browser, Page } from 'playwright-core';
import { openReader, type Visit } from './load-page.ts';
import type { Place } from './places.ts';

interface Interaction {
  readonly name: string;
  /** The screen of the interaction. */
  readonly on: string;
  /** Prepares the interaction, unmeasured. */
  readonly before?: (page: Page) => Promise<void>;
  readonly act: (page: Page) => Promise<void>;
}

type Role = 'button' | 'menuitem' | 'combobox' | 'application';

const press = (role: Role, name: RegExp) => (page: Page) => page.getByRole(role, { name }).first().click();
const pressNth = (selector: string, nth: number, modifiers: readonly 'Shift'[] = []) => {
  return (page: Page) =>
    page
      .locator(selector)
      .nth(nth)
      .click({ modifiers: [...modifiers] });
};

/** The most frequent interactions. */
const interactions: readonly Interaction[] = [
  { name: 'sort a table', on: 'statements', act: pressNth('th button', 0) },
  { name: 'another page of a table', on: 'statement', act: press('button', /^Next page$/) },
  { name: 'another span of the trend', on: 'statements', act: pressNth('main [role=radiogroup] label', 0) },
  { name: 'open a filter', on: 'cost analysis', act: press('button', /^Filter$/) },
  { name: 'open the months', on: 'statements', act: press('button', /^Statement time/) },
  { name: 'open the choice of columns', on: 'cost analysis', act: press('button', /^Columns$/) },
  // The first key selects all series.
  { name: 'one series alone', on: 'cost analysis', act: pressNth('fieldset [aria-pressed]', 1) },
  { name: 'one series more', on: 'cost analysis', act: pressNth('fieldset [aria-pressed]', 2, ['Shift']) },
  { name: 'open the account menu', on: 'data clouds', act: press('button', /Account of/) },
  {
    name: 'change the theme',
    on: 'data clouds',
    before: press('button', /Account of/),
    act: press('menuitem', /theme$/),
  },
  { name: 'tiles to table', on: 'data clouds', act: pressNth('main [role=radiogroup] label', 1) },
  { name: 'fold the side bar', on: 'billing overview', act: press('button', /^Collapse sidebar$/) },
];

/**
 * Returns each interaction's longest response time in milliseconds. Throws if an interaction fails, since it has no
 * time then.
 */
export async function measureInteractions(
  browser: Browser,
  visit: Visit,
  places: readonly Place[],
): Promise<ReadonlyMap<string, number>> {
  const measured = new Map<string, number>();
  for (const interaction of interactions) {
    const path = places.find(({ name }) => name === interaction.on)?.path ?? '/';
    measured.set(interaction.name, await measureOne(browser, visit, path, interaction));
  }
  return measured;
}

async function measureOne(browser: Browser, visit: Visit, path: string, interaction: Interaction): Promise<number> {
  const { name, before, act } = interaction;
  const page = await openReader(browser, visit);
  try {
    page.setDefaultTimeout(8_000 * visit.slowdown);
    await page.goto(visit.origin + path, { waitUntil: 'networkidle' });
    // Moves the mouse first, as a person does, so that content that loads on movement is there.
    await page.mouse.move(700, 20);
    await page.waitForTimeout(500 * visit.slowdown);
    await before?.(page);
    await page.evaluate(observe(visit.slowdown));
    await act(page);
    return await page.evaluate<number>('window.slowestAnswer()');
  } catch (error) {
    throw new Error(`Not measured: ${name}`, { cause: error });
  } finally {
    await page.context().close();
  }
}

/** Returns the milliseconds from a click on a link to an already visited page until its heading is painted. */
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

// The browser reports no response below 16 ms.
const observe = (slowdown: number) => `{
  let slowest = 16;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) slowest = Math.max(slowest, duration);
  }).observe({ type: 'event', durationThreshold: 16 });
  window.slowestAnswer = () => new Promise((resolve) => setTimeout(() => resolve(slowest), ${600 * slowdown}));
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
