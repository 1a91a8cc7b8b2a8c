import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Visit } from './load-page.ts';

// Fetched on demand: it brings two hundred packages that nothing else needs.
const lighthouse = 'lighthouse@13.5.0';

const flags = '--headless=new --no-sandbox --disable-gpu --disable-background-networking';
// A window of its size: on an emulated screen, Chromium 156 holds our first paint back until the next whole second.
const phone = ['--screenEmulation.disabled', `--chrome-flags=${flags} --window-size=412,823`];

export interface Scores {
  /** Each of these three is out of 100. */
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  /** In milliseconds. */
  readonly largestPaint: number;
}

/** Runs Lighthouse for a page, on the given kind of device. */
export function scoresOf({ origin, cookie }: Visit, path: string, device: 'desktop' | 'mobile'): Scores {
  const folder = mkdtempSync(join(tmpdir(), 'usance-lighthouse-'));
  const report = join(folder, 'report.json');
  try {
    const headers = JSON.stringify({ Cookie: `${cookie.name}=${cookie.value}` });
    const { status, stderr } = spawnSync(
      'npm',
      [
        ...['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', origin + path],
        ...['--quiet', '--output=json', `--output-path=${report}`, `--extra-headers=${headers}`],
        '--only-categories=performance,accessibility,best-practices',
        ...(device === 'desktop' ? ['--preset=desktop', `--chrome-flags=${flags}`] : phone),
      ],
      {
        encoding: 'utf8',
        cwd: folder,
        env: { ...process.env, CHROME_PATH: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium' },
      },
    );
    if (status !== 0) throw new Error(stderr);
    const { categories, audits } = JSON.parse(readFileSync(report, 'utf8'));
    const of = (name: string) => Math.round(categories[name].score * 100);
    return {
      performance: of('performance'),
      accessibility: of('accessibility'),
      bestPractices: of('best-practices'),
      largestPaint: audits['largest-contentful-paint'].numericValue,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
