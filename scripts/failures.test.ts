import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** Runs one line of a script that has imported these functions, and returns its output. */
function printed(line: string, given: object): string {
  const source = `
    import { failuresOfPlaywright, failuresOfVitest } from './failures.mjs';
    import { conclude } from './steps.mjs';
    const given = ${JSON.stringify(given)};
    ${line}`;
  const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', source], options);
  expect(stderr).toBe('');
  return stdout;
}

describe('the failures of a test run', () => {
  it('are one for each failed test, and one for each file that failed outside its tests', () => {
    const passed = { status: 'passed', fullName: 'adds', failureMessages: [] };
    const failed = { status: 'failed', fullName: 'divides', failureMessages: ['Error: by 0'] };
    const testResults = [
      { name: 'a.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
      { name: 'b.test.ts', status: 'passed', message: '', assertionResults: [passed] },
      { name: 'c.test.ts', status: 'failed', message: 'No such file', assertionResults: [] },
      { name: 'd.test.ts', status: 'failed', message: 'Not sound', assertionResults: [passed] },
    ];
    expect(printed('console.log(failuresOfVitest(given).join("\\n"))', { testResults })).toBe(
      'a.test.ts: divides\nError: by 0\nc.test.ts\nNo such file\nd.test.ts\nNot sound\n',
    );
  });

  it('include failed browser tests, and errors that kept them from running', () => {
    const tests = [{ results: [{ errors: [{ message: 'Expected 7 tiles' }] }] }];
    const specs = [
      { ok: false, file: 'a.e2e.ts', title: 'shows tiles', tests },
      { ok: true, file: 'a.e2e.ts', title: 'shows a table', tests },
    ];
    const report = { suites: [{ specs: [], suites: [{ specs }] }], errors: [{ message: 'No server' }] };
    expect(printed('console.log(failuresOfPlaywright(given).join("\\n"))', report)).toBe(
      'No server\na.e2e.ts: shows tiles\nExpected 7 tiles\n',
    );
  });
});

it('the end of a run repeats the failures, and prints the sum last', () => {
  const lint = { name: 'lint', passed: 0, failed: 1, ms: 1_500, failures: ['a.ts: format'] };
  const types = { name: 'types', passed: 1, failed: 0, ms: 2_000, failures: [] };
  expect(printed('conclude(given)', [lint, types])).toBe(`
FAIL lint: 0 passed, 1 failed, 1.5 s
ok   types: 1 passed, 0 failed, 2.0 s

== lint failed
a.ts: format

1 passed, 1 failed
`);
});
