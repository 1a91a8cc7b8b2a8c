import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failuresOfPlaywright, failuresOfVitest } from './failures.mjs';
import { captureOnPinnedNode, runOnPinnedNode, tools } from './run-command.mjs';

/**
 * A step of a check returns its name, the number of passed and failed parts, its duration, and its failures, which are
 * printed again at the end.
 */

/**
 * Runs a tool that passes or fails as a whole. Its output is printed when it ends, so that several tools can run at
 * once.
 */
export async function verdict(name, tool, args = []) {
  const began = performance.now();
  const { code, output } = await captureOnPinnedNode(tool, args);
  console.log(`\n== ${name}\n${output.trim()}`);
  const counts =
    code === 0 ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [output.trim()] };
  return { name, ...counts, ms: performance.now() - began };
}

/** Runs Vitest and counts its tests. A run that ends without a report counts as one failure. */
export function vitest(name, args, options = {}) {
  return counted(
    name,
    (report) =>
      runOnPinnedNode(
        tools.vitest,
        ['run', '--reporter=default', '--reporter=json', `--outputFile=${report}`, ...args],
        options,
      ),
    (json) => {
      const failures = failuresOfVitest(json);
      return { passed: json.numPassedTests, failed: failures.length, failures };
    },
  );
}

/** Runs Playwright and counts its tests. A test that passed on a second try has passed. */
export function playwright(name, args, { env = {}, ...options } = {}) {
  return counted(
    name,
    (report) =>
      runOnPinnedNode(tools.playwright, ['test', '--reporter=list,json', ...args], {
        ...options,
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      }),
    (json) => ({
      passed: json.stats.expected + json.stats.flaky,
      failed: json.stats.unexpected,
      failures: failuresOfPlaywright(json),
    }),
  );
}

async function counted(name, run, countsOf) {
  console.log(`\n== ${name}`);
  const began = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'usance-report-'));
  const report = join(folder, 'report.json');
  const code = await run(report);
  const none = { passed: 0, failed: 0, failures: [] };
  const counts = existsSync(report) ? countsOf(JSON.parse(readFileSync(report, 'utf8'))) : none;
  rmSync(folder, { recursive: true, force: true });
  const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed;
  return { name, ...counts, failed, ms: performance.now() - began };
}

/** Prints the steps by name, then the failures, and the sums last; returns the exit code. */
export function conclude(results) {
  const sum = (field) => results.reduce((total, result) => total + result[field], 0);
  console.log('');
  for (const { name, passed, failed, ms } of results) {
    const mark = failed === 0 ? 'ok  ' : 'FAIL';
    console.log(`${mark} ${name}: ${passed} passed, ${failed} failed, ${(ms / 1000).toFixed(1)} s`);
  }
  for (const { name, failures } of results.filter(({ failed }) => failed > 0))
    console.log(['', `== ${name} failed`, ...failures].join('\n'));
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
}
