import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OperatorError } from '../failure/operator-error.ts';
import { assertOwnFolder } from './assert-own-folder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'usance-own-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

// Only root can give a folder to another user.
describe.runIf(process.getuid?.() === 0)('root', () => {
  it('works on its own installation, and where there is none yet', () => {
    assertOwnFolder(dataDir);
    mkdirSync(join(dataDir, 'clickhouse'));
    assertOwnFolder(dataDir);
    assertOwnFolder(join(dataDir, 'none'));
  });

  it('is told whose folder it is, and what to run', () => {
    chownSync(dataDir, 1, 1);
    expect(() => assertOwnFolder(dataDir)).toThrow(OperatorError);
    expect(() => assertOwnFolder(dataDir)).toThrow(
      `${dataDir} belongs to daemon, who could not use files made by root there: run this as that user (runuser -u daemon -- env DATA_DIR=${dataDir} …).`,
    );
    chownSync(dataDir, 64_321, 64_321);
    expect(() => assertOwnFolder(dataDir)).toThrow('user id 64321');
  });

  it('goes by the owner of the usage database where that is on a disk of its own', () => {
    mkdirSync(join(dataDir, 'clickhouse'));
    chownSync(dataDir, 1, 1);
    assertOwnFolder(dataDir);
    chownSync(join(dataDir, 'clickhouse'), 1, 1);
    chownSync(dataDir, 0, 0);
    expect(() => assertOwnFolder(dataDir)).toThrow('belongs to daemon');
  });

  it('goes by the owner of files that the server made where the usage database is elsewhere', () => {
    chownSync(dataDir, 1, 1);
    writeFileSync(join(dataDir, 'lock'), '');
    assertOwnFolder(dataDir);
    chownSync(join(dataDir, 'lock'), 1, 1);
    expect(() => assertOwnFolder(dataDir)).toThrow('belongs to daemon');
  });
});

it('other users than root are kept out by the folder, not by this check', () => {
  assertOwnFolder(dataDir, 1_000);
});
