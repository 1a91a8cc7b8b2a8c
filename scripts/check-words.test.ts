import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'usance-words-'));
  for (const folder of ['src/ui', 'messages/en']) mkdirSync(join(root, 'apps/console', folder), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

function check(source: string) {
  const words = { ui_close: 'Close', ui_copy: 'Copy {value}' };
  writeFileSync(join(root, 'apps/console/messages/en/ui.json'), JSON.stringify(words));
  writeFileSync(join(root, 'apps/console/src/ui/button.tsx'), source);
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'check-words.mjs'), root], {
    encoding: 'utf8',
  });
  return { status, stderr };
}

describe('the check of words', () => {
  it('passes if every message is used', () => {
    expect(check("m.ui_close() + m.ui_copy({ value: 'x' })")).toEqual({ status: 0, stderr: '' });
  });

  it('refuses an unused message, with its key and file', () => {
    const stderr = 'ui_copy (ui.json) is not used: remove it in every language.\n';
    expect(check('m.ui_close() + m.ui_copy_value()')).toEqual({ status: 1, stderr });
  });
});
