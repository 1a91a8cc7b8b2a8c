import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silent } from '#testing/silent-log.ts';
import { type EmbeddedEngine, startEmbedded } from './embedded.ts';

const soon = { timeout: 20_000, interval: 20 };
const watch = { periodMs: 20, patience: 25, longPatience: Number.POSITIVE_INFINITY };
let dataDir: string;
let engine: EmbeddedEngine;
let warnings: string[];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'usance-ch-'));
  warnings = [];
  const log = { ...silent, warn: (message: string) => void warnings.push(message) };
  engine = await startEmbedded(dataDir, log, { watch });
});
afterEach(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const ask = (sql: string) =>
  fetch(`http://127.0.0.1:${engine.port()}/`, {
    method: 'POST',
    headers: { 'x-clickhouse-key': engine.password },
    body: sql,
  }).then((reply) => reply.text());

test('one that is stopped is killed and restarted: waiting calls fail, and the log says so', async () => {
  const before = Number(engine.pid());
  process.kill(before, 'SIGSTOP');
  await expect(ask('SELECT 1')).rejects.toThrow();
  await vi.waitFor(async () => expect(await ask('SELECT 1')).toBe('1\n'), soon);
  expect(engine.pid()).not.toBe(before);
  expect(warnings.join('\n')).toMatch(/embedded usage database has not answered .* killed\n.* starting it again/);
});

test('one that is busy on all cores is left alone', async () => {
  const before = engine.pid();
  // Four times as long as a frozen engine is given.
  const heavy = 'SELECT count() FROM system.numbers WHERE sipHash64(number) = 1 SETTINGS max_execution_time = 2';
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask(heavy)));
  for (const answer of answers) expect(answer).toContain('TIMEOUT_EXCEEDED');
  expect(engine.pid()).toBe(before);
  expect(warnings).toEqual([]);
});
