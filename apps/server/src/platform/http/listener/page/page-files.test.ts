import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pageFilesOf } from './page-files.ts';

const dist = mkdtempSync(join(tmpdir(), 'usance-dist-'));
let filesOf: ReturnType<typeof pageFilesOf>;
beforeAll(() => {
  const route = (name: string) => `src/routes/${name}.tsx?tsr-split=component`;
  const manifest = {
    'index.html': { file: 'entry.js', isEntry: true, imports: ['_frame.js'] },
    '_frame.js': { file: 'frame.js', css: ['frame.css'] },
    '_table.js': { file: 'table.js', css: ['table.css'], imports: ['_frame.js', '_circle.js'] },
    '_circle.js': { file: 'circle.js', imports: ['_table.js'] },
    [route('_auth')]: { file: 'auth.js', imports: ['_frame.js'] },
    [route('_auth/contracts')]: { file: 'contracts.js' },
    [route('_auth/contracts.index')]: { file: 'list.js', imports: ['_table.js'] },
    [route('_auth/contracts.$contractId.overview')]: { file: 'overview.js' },
    [route('_public/signin')]: { file: 'signin.js' },
    [route('_public/$')]: { file: 'nothing.js' },
    'src/ui/words.ts': { file: 'words.js' },
  };
  writeFileSync(join(dist, 'manifest.json'), JSON.stringify(manifest));
  filesOf = pageFilesOf(dist);
});
afterAll(() => rmSync(dist, { recursive: true }));

it('a page needs its own files, their imports and its parent pages, without the frame', () => {
  expect([...filesOf('/contracts')].sort()).toEqual(
    ['auth.js', 'circle.js', 'contracts.js', 'list.js', 'table.css', 'table.js'].sort(),
  );
  expect(filesOf('/contracts/ctr-1/overview')).toContain('overview.js');
  expect(filesOf('/contracts/ctr-1/overview')).not.toContain('list.js');
});

it('files of other pages, or of none, are left out', () => {
  expect(filesOf('/contracts')).not.toContain('overview.js');
  expect(filesOf('/nowhere')).not.toContain('nothing.js');
});

it('a folder without a build needs no files', () => {
  expect(pageFilesOf(join(dist, 'empty'))('/contracts')).toEqual([]);
});
