import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statementProofs } from '@usance/api/billing/statement-proof';
import { pathOf } from '@usance/api/call';
import { tiers } from '@usance/api/metering/tier';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { storyOf } from '#testing/scenarios/story.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { issued } from '../../../money/voucher/voucher.fixture.ts';
import { unzip } from '../../statement/download/unzip.fixture.ts';
import { costing, signed } from '../../statement/statement.fixture.ts';

let app: TestApp;
let files: Map<string, string>;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-12-01T00:00:00Z', clickhouse: true });
  files = await archiveOfStory();
});
afterAll(() => app.close());

/** A month with tiers, a correction, a voucher and cash. */
async function archiveOfStory() {
  const story = await storyOf(app, { at: '2027-01-01T00:00:00Z' });
  const ladder = [
    { tierLevel: 1, minThreshold: '0', maxThreshold: '10', discountRate: '1' },
    { tierLevel: 2, minThreshold: '10', maxThreshold: '-1', discountRate: '0.7' },
  ];
  await story.caller.call(tiers.create, {
    params: story.params,
    body: { effectiveFrom: '2027-01-01T00:00:00Z', tiers: ladder, reason: 'A test' },
  });
  await issued(app, story.id, { denomination: '4', validDays: 60 });
  await story.deposit('3');
  await story.until('2027-01-10T11:00:00Z');
  await story.use('2027-01-10T10', '8.5');
  await story.until('2027-01-20T11:00:00Z');
  await story.use('2027-01-20T10', '0.001');
  await story.use('2027-01-20T10', '-0.5');
  await story.until('2027-02-20T00:00:00Z');
  return archiveOf(story.id, (await story.statement('2027-01')).id);
}

async function archiveOf(id: string, statementID: string) {
  const path = pathOf(statementProofs.download, 'internal').replace('{id}', id).replace('{statementID}', statementID);
  const reply = await internalCaller(app).raw({ url: path });
  expect(reply.headers['content-type']).toBe('application/zip');
  return unzip(reply.rawPayload);
}

/** Runs the script of an archive in an empty folder, as a stranger does. */
function verified(given: Map<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'usance-proof-'));
  try {
    for (const [name, text] of given) writeFileSync(join(folder, name), text);
    const { status, stdout } = spawnSync(process.execPath, ['verify.mjs'], { cwd: folder, encoding: 'utf8' });
    const wrong = stdout.split('\n').filter((line) => line.startsWith('WRONG'));
    return { status, wrong: wrong.map((line) => line.replace(/^WRONG /, '')) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const changed = (name: string, from: string, to: string) => {
  const text = files.get(name) ?? '';
  expect(text).toContain(from);
  return new Map(files).set(name, text.replace(from, to));
};

describe(statementProofs.download.id, () => {
  it('has all files, and the script finds them right', () => {
    expect([...files.keys()]).toEqual([
      'README.txt',
      'verify.mjs',
      'statement.json',
      'lines.json',
      'deductions.json',
      'rows.csv',
      'proof.json',
    ]);
    expect(files.get('rows.csv')?.split('\n')).toHaveLength(1 + 4 + 1);
    expect(JSON.parse(files.get('proof.json') ?? '')).toMatchObject({ agrees: true, hasRows: true });
    expect(verified(files)).toEqual({ status: 0, wrong: [] });
  });

  it.each([
    ['rows.csv', '"5.000000000000"', '"5.100000000000"'],
    ['rows.csv', '"scenario.', '"renamed.'],
    ['lines.json', '"scenario.', '"renamed.'],
    ['lines.json', '"shown_amount": "', '"shown_amount": "1'],
    ['deductions.json', '"amount": "4.', '"amount": "5.'],
    ['statement.json', '"undeductedAmount": "', '"undeductedAmount": "1'],
    ['statement.json', '"digest": "', '"digest": "0'],
    ['proof.json', '"rows": "', '"rows": "0'],
  ])('the script finds a change of %s from %s to %s', (name, from, to) => {
    const { status, wrong } = verified(changed(name, from, to));
    expect(status).toBe(1);
    expect(wrong.length).toBeGreaterThan(0);
  });

  it('the script finds a row that is not its quantity × price × multiplier', () => {
    expect(
      verified(changed('rows.csv', '"5.000000000000","2.000000000000"', '"5.000000000000","2.000000000001"')).wrong,
    ).toContain('each row is quantity × price × multiplier, rounded to the 12th place');
  });

  it('the script finds rows whose digest was changed with them', () => {
    const text = (files.get('rows.csv') ?? '').split('\n');
    const fewer = [...text.slice(0, 2), ...text.slice(3)].join('\n');
    expect(verified(new Map(files).set('rows.csv', fewer)).wrong).toEqual([
      'rows.csv has the digest of proof.json',
      'each line is the sum of its rows',
    ]);
  });

  it('has no rows of a month signed elsewhere, and is verified by its lines', async () => {
    app.clock.moveTo('2027-08-03T00:00:00Z');
    const { id } = await contract(app, { signDate: '2027-07-01T00:00:00Z' });
    const lines = [costing('1000.005', { product: '=cmd' }), costing('-2')];
    const statement = await signed(app, { contractId: id, month: '2027-07', lines, at: '2027-08-02T09:00:00Z' });
    await app.deps.db.insertInto('carried_month').values({ contract_id: id, month: '2027-07' }).execute();
    const carried = await archiveOf(id, statement.id);
    expect(carried.has('rows.csv')).toBe(false);
    expect(verified(carried)).toEqual({ status: 0, wrong: [] });
  });
});
