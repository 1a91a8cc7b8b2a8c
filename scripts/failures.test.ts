import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** What is printed by a line of a script that has the functions of these. */
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

describe('why a run of tests failed', () => {
  it('is told of each test, and of each file that broke before its first or after its last', () => {
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

  it('is told of tests in the browser, and of what kept them from running', () => {
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

it('the end of a run tells again why what failed has failed, and the sum last', () => {
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
