import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { startServerProcess } from '../../apps/server/src/testing/process/server-process.ts';
import { describeHardware } from '../hardware.ts';
import { median } from '../timing.ts';
import { measureInteractions, measureReturn } from './interactions.ts';
import { type Scores, scoresOf } from './lighthouse.ts';
import { type Load, loadPage, type Visit } from './load-page.ts';
import { type Place, placesOf, signIn } from './places.ts';

/**
 * `npm run vitals -- [rounds] [lighthouse]`: prints Markdown tables with the load and response times of the
 * demonstration's screens, at full and at a quarter of the speed. With `lighthouse` it adds that tool's scores.
 */
const [rounds = 3, withLighthouse = false] = [Number(process.argv[2] ?? 3), process.argv[3] === 'lighthouse'];
const speeds = [1, 4];

const folder = mkdtempSync(join(tmpdir(), 'usance-vitals-'));
const server = await startServerProcess({ DATA_DIR: folder, SEED: 'demo' });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const cookie = await signIn(server.url);
  const places = await placesOf(server.url, cookie);
  const visit = (slowdown: number): Visit => ({ origin: server.url, cookie, slowdown });
  console.log(`${describeHardware()}; medians of ${rounds}; load before ${loadavg()[0]?.toFixed(1)}\n`);
  await printLoads(browser, places, visit);
  await printInteractions(browser, places, visit);
  if (withLighthouse) printScores(places, visit(1));
} finally {
  await browser.close();
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}

type VisitAt = (slowdown: number) => Visit;

async function printLoads(from: Browser, places: readonly Place[], visit: VisitAt): Promise<void> {
  row(
    'screen',
    'script kB',
    'requests',
    ...speeds.flatMap((speed) => ['FCP', 'LCP', 'long tasks'].map((what) => `${what} ×${speed}`)),
    'shift',
  );
  row(...Array.from({ length: 4 + 3 * speeds.length }, () => '---'));
  for (const { name, path } of places) {
    const loads = await inTurn(speeds, async (speed) => {
      const taken: Load[] = await inRounds(() => loadPage(from, visit(speed), path));
      return (field: keyof Load) => median(taken.map((load) => load[field]));
    });
    const [first] = loads;
    if (first === undefined) return;
    const times = loads.flatMap((of) => [of('firstPaint'), of('largestPaint'), of('longTasks')].map(whole));
    row(name, whole(first('scriptBytes') / 1_000), whole(first('requests')), ...times, first('shift').toFixed(3));
  }
}

async function printInteractions(from: Browser, places: readonly Place[], visit: VisitAt): Promise<void> {
  const taken = await inTurn(speeds, (speed) => inRounds(() => measureInteractions(from, visit(speed), places)));
  const returned = await inTurn(speeds, (speed) => inRounds(() => measureReturn(from, visit(speed), places)));
  console.log('');
  row('interaction', ...speeds.map((speed) => `ms ×${speed}`));
  row(...Array.from({ length: 1 + speeds.length }, () => '---'));
  for (const name of taken[0]?.[0]?.keys() ?? []) {
    row(name, ...taken.map((all) => whole(median(all.map((of) => of.get(name) ?? Number.NaN)))));
  }
  row('a page that was there before', ...returned.map((all) => whole(median(all))));
}

function printScores(places: readonly Place[], visit: Visit): void {
  console.log('');
  row(
    'screen',
    ...['desktop', 'mobile'].flatMap((device) =>
      ['performance', 'accessibility', 'practices', 'LCP'].map((what) => `${device} ${what}`),
    ),
  );
  row(...Array.from({ length: 9 }, () => '---'));
  for (const { name, path } of places) {
    const cells = (['desktop', 'mobile'] as const).flatMap((device) => {
      const taken = Array.from({ length: rounds }, () => scoresOf(visit, path, device));
      const of = (field: keyof Scores) => median(taken.map((scores) => scores[field]));
      return [of('performance'), of('accessibility'), of('bestPractices'), of('largestPaint')].map(whole);
    });
    row(name, ...cells);
  }
}

/** Runs the work for one item after the other, since parallel runs would disturb each other's measurements. */
async function inTurn<Given, Result>(
  given: readonly Given[],
  work: (each: Given) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const each of given) results.push(await work(each));
  return results;
}

function inRounds<Result>(work: () => Promise<Result>): Promise<Result[]> {
  return inTurn(Array.from({ length: rounds }), work);
}

function row(...cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}

function whole(value: number): string {
  return Number.isNaN(value) ? '–' : `${Math.round(value)}`;
}
