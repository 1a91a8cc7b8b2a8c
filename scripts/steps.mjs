import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hearOnPinnedNode, runOnPinnedNode, tools } from './run-command.mjs';

/** A step of a check answers what it is called, how many of its parts passed and failed, and how long it took. */

/** A tool that says yes or no counts as one. It is heard to its end before it is shown, so that several can run at once. */
export async function verdict(name, tool, args = []) {
  const began = performance.now();
  const { code, said } = await hearOnPinnedNode(tool, args);
  console.log(`\n== ${name}\n${said.trim()}`);
  return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, ms: performance.now() - began };
}

/** A Vitest run counts its tests; a run that breaks before it can count is one failure. */
export function vitest(name, args, options = {}) {
  return counted(
    name,
    (report) =>
      runOnPinnedNode(
        tools.vitest,
        ['run', '--reporter=default', '--reporter=json', `--outputFile=${report}`, ...args],
        options,
      ),
    (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests + brokenFiles(json) }),
  );
}

/** Files that failed before their first test. */
function brokenFiles(json) {
  return json.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
}

/** A Playwright run counts its tests; one that passed on a second try has passed. */
export function playwright(name, args, { env = {}, ...options } = {}) {
  return counted(
    name,
    (report) =>
      runOnPinnedNode(tools.playwright, ['test', '--reporter=list,json', ...args], {
        ...options,
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      }),
    ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
  );
}

async function counted(name, run, countsOf) {
  console.log(`\n== ${name}`);
  const began = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'usance-report-'));
  const report = join(folder, 'report.json');
  const code = await run(report);
  const counts = existsSync(report) ? countsOf(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0 };
  rmSync(folder, { recursive: true, force: true });
  const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed;
  return { name, passed: counts.passed, failed, ms: performance.now() - began };
}

/** Prints the sums, the closing line last, and answers the exit code. */
export function conclude(results) {
  const sum = (field) => results.reduce((total, result) => total + result[field], 0);
  console.log('');
  for (const { name, passed, failed, ms } of results) {
    const mark = failed === 0 ? 'ok  ' : 'FAIL';
    console.log(`${mark} ${name}: ${passed} passed, ${failed} failed, ${(ms / 1000).toFixed(1)} s`);
  }
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
}
