import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'usance-names-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function check(tree: Record<string, string>) {
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const script = join(import.meta.dirname, 'check-names.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { status, stderr };
}

describe('the check of names', () => {
  it('passes if one file exports each name, and ignores names that are not exported', () => {
    const sound = check({
      'packages/money/src/a.ts': 'export const one = 1; export type One = 1; const two = 2; export default two;',
      'apps/server/src/b.ts': 'const one = 1; export { one as first }; export const two = 2; export default one;',
      'apps/console/src/routes/home.tsx': 'export const Route = 1;',
      'apps/console/src/routes/bill.tsx': 'export const Route = 2;',
    });
    expect(sound).toEqual({ status: 0, stderr: '' });
  });

  it.each([
    ['a value', 'export const pageOf = 1;', 'export function pageOf() {}'],
    ['a type', 'export interface pageOf {}', 'export type pageOf = 1;'],
    ['a name that is given at the export', 'export const pageOf = 1;', 'const a = 1; export { a as pageOf };'],
  ])('refuses %s that two files export', (_what, one, other) => {
    const refused = check({ 'packages/money/src/a.ts': one, 'apps/server/src/b.ts': other });
    const stderr =
      'pageOf is exported by apps/server/src/b.ts, packages/money/src/a.ts: give each a name of its own.\n';
    expect(refused).toEqual({ status: 1, stderr });
  });
});
