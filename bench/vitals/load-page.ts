import type { Browser, CDPSession, Page } from 'playwright-core';

/** A browser's measurements of one page load: compressed bytes, and times in milliseconds. */
export interface Load {
  readonly scriptBytes: number;
  readonly requests: number;
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly longTasks: number;
  readonly shift: number;
}

export interface Visit {
  readonly origin: string;
  readonly cookie: { readonly name: string; readonly value: string };
  /** The factor by which the processor is slowed down. */
  readonly slowdown: number;
}

/** Opens a page of a signed-in reader with an empty cache, on a slowed-down processor. */
export async function openReader(browser: Browser, { origin, cookie, slowdown }: Visit): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ ...cookie, domain: new URL(origin).hostname, path: '/', secure: true }]);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

/** Opens one page with an empty cache, waits for it to settle, and returns its measurements. */
export async function loadPage(browser: Browser, visit: Visit, path: string): Promise<Load> {
  const page = await openReader(browser, visit);
  try {
    const devtools = await page.context().newCDPSession(page);
    const traffic = await watchTraffic(devtools);
    await page.addInitScript(observe);
    await page.goto(visit.origin + path, { waitUntil: 'networkidle' });
    await page.locator('h1').first().waitFor();
    // A page that was told its replies has asked nothing, so a still network does not mean that it is drawn.
    await page.waitForTimeout(500 * visit.slowdown);
    const seen = await page.evaluate<Omit<Load, 'scriptBytes' | 'requests'>>('window.seenSoFar()');
    return { ...seen, ...traffic };
  } finally {
    await page.context().close();
  }
}

async function watchTraffic(devtools: CDPSession): Promise<{ scriptBytes: number; requests: number }> {
  const traffic = { scriptBytes: 0, requests: 0 };
  const scripts = new Set<string>();
  await devtools.send('Network.enable');
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    traffic.requests += 1;
    if (type === 'Script' || /\.js$/.test(new URL(response.url).pathname)) scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) traffic.scriptBytes += encodedDataLength;
  });
  return traffic;
}

// Runs in the page, before its first script.
const observe = `{
  const seen = { firstPaint: 0, largestPaint: 0, longTasks: 0, shift: 0 };
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.firstPaint = entry.startTime; });
  watch('largest-contentful-paint', (entry) => { seen.largestPaint = entry.startTime; });
  watch('longtask', (entry) => { seen.longTasks += entry.duration; });
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value; });
  window.seenSoFar = () => seen;
}`;
