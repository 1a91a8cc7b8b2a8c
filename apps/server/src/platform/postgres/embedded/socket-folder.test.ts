import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { socketFolderFor } from './socket-folder.ts';

const outer = mkdtempSync(join(tmpdir(), 'usance-socket-'));
afterAll(() => rmSync(outer, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

/** A PostgreSQL folder whose path is too long for a socket. */
function longFolder(name: string): string {
  const folder = join(outer, name.padEnd(100, '.'));
  mkdirSync(join(folder, 'data'), { recursive: true });
  return folder;
}

it('the next start removes socket leftovers of killed servers, and nothing else', () => {
  const shelf = join(outer, 'shelf');
  mkdirSync(shelf);
  vi.stubEnv('TMPDIR', shelf);
  const [ours, theirs] = [longFolder('ours'), longFolder('theirs')];
  const place = { owner: {}, tell: () => {} };
  const kept = socketFolderFor(theirs, place);
  const left = socketFolderFor(ours, place);
  for (const file of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) writeFileSync(join(left, file), '');
  // A symbolic link under our own name, as another user may place one.
  const elsewhere = join(outer, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, '.s.PGSQL.5432'), '');
  const planted = `${left.slice(0, -6)}zzzzzz`;
  symlinkSync(elsewhere, planted);

  const next = socketFolderFor(ours, place);
  expect(existsSync(left)).toBe(false);
  expect(readdirSync(shelf).sort()).toEqual([kept, next, planted].map((path) => basename(path)).sort());
  expect(readdirSync(elsewhere)).toEqual(['.s.PGSQL.5432']);
});
