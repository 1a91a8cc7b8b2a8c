import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
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
    const { stdout, stderr } = spawnSync(process.execPath, ['verify.mjs'], { cwd: folder, encoding: 'utf8' });
    return /^AssertionError[^:]*: (.*)$/m.exec(stderr)?.[1] ?? stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const changed = (name: string, from: string | RegExp, to: string) => {
  const text = files.get(name) ?? '';
  expect(text).toMatch(from);
  return new Map(files).set(name, text.replace(from, to));
};

describe(statementProofs.download.id, () => {
  it('has all files, and the script finds them right', () => {
    expect([...files.keys()]).toEqual([
      'README.txt',
      'verify.mjs',
      'reading.mjs',
      'lines.json',
      'deductions.json',
      'proof.json',
      'rows.jsonl',
    ]);
    expect(files.get('rows.jsonl')?.split('\n')).toHaveLength(4 + 1);
    expect(JSON.parse(files.get('proof.json') ?? '')).toMatchObject({ agrees: true, hasRows: true });
    expect(verified(files)).toMatch(/^Everything agrees for /);
  });

  it('has a script of thirty lines at most, which a stranger reads first', () => {
    expect(files.get('verify.mjs')?.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
  });

  it('the script prints the month, the parts and the digests that the statement’s page shows', async () => {
    const { contractId, statementID } = JSON.parse(files.get('proof.json') ?? '');
    const { digest, amount, settled } = await internalCaller(app).call(statementProofs.get, {
      params: { id: contractId, statementID },
    });
    const said = verified(files);
    expect(said).toContain(`lines.json ${digest.signed}\nrows.jsonl ${digest.rows}`);
    expect(said).toContain(`["${contractId}","2027-01","USD"]`);
    expect(said).toContain(`\namount ${amount}`);
    for (const { by, amount } of settled) expect(said).toContain(`\n${by} ${amount}`);
  });

  it('the script prints the digests of the files as they are', () => {
    const other = changed('lines.json', '",', '" ,');
    const digest = createHash('sha256')
      .update(other.get('lines.json') ?? '')
      .digest('hex');
    expect(verified(other)).toContain(`lines.json ${digest}`);
  });

  it.each([
    ['rows.jsonl', '"5.000000000000"', '"5.100000000000"', 'A row has another amount: '],
    ['rows.jsonl', /5(.0+","unit_price":"2.0+","amount":")10/, '6$112', 'A line is not the sum of its rows.'],
    ['rows.jsonl', /.*\n/, '', 'A line is not the sum of its rows.'],
    ['rows.jsonl', '"region":"', '"region":"x', 'A line is not the sum of its rows.'],
    ['lines.json', /"([\d.]+)"\]/, '"1$1"]', 'A line is not the sum of its rows.'],
    ['lines.json', '"2027-01"', '"2027-02"', 'The lines are of another statement.'],
    ['lines.json', '"USD"]', '"USD","marketplace","1.000000000000"]', 'The parts are not the amount.'],
    ['lines.json', '"USD"]', '"USD","x","0"]', 'The lines are of another statement.'],
    ['deductions.json', '"amount": "3', '"amount": "13', 'The parts are not the amount.'],
    ['deductions.json', '"kind": "cash"', '"kind": "refund"', 'refund is no kind of deduction.'],
    ['deductions.json', '"kind": "cash"', '"kind": "__proto__"', '__proto__ is no kind of deduction.'],
    ['deductions.json', '"amount": "3', '"amount": "-3', '-3.00000000 is not above 0.'],
    ['deductions.json', '"amount": "4.00000000"', '"amount": "4.0000000000000"', 'is not an amount.'],
    ['proof.json', '"month": "2027-01"', '"month": "2027-02"', 'The lines are of another statement.'],
    ['proof.json', '"currency": "USD"', '"currency": "CNY"', 'The lines are of another statement.'],
    ['proof.json', '"amount": "', '"amount": "1', 'The amount is not the rounded sum of the lines.'],
    ['proof.json', /("amount": "\d+\.\d\d)0/, '$11', 'The amount is not the rounded sum of the lines.'],
    ['proof.json', '"undeducted": "', '"undeducted": "1', 'The parts are not the amount.'],
    ['proof.json', '"undeducted": "', '"undeducted": "-', 'The parts are not the amount.'],
    ['proof.json', /"days": .*/, '', 'A sum is missing.'],
    ['proof.json', '"agrees": true,', '"agrees": false,', 'The statement did not agree with the records'],
    ['proof.json', '"agrees": true,', '"agrees": "false",', 'The statement did not agree with the records'],
  ])('the script finds a change of %s from %s to %s', (name, from, to, why) => {
    expect(verified(changed(name, from, to))).toContain(why);
  });

  it.each(['rows', 'days', 'skus', 'lines'])('the script finds another sum of the %s', (of) => {
    expect(verified(changed('proof.json', `"${of}": "`, `"${of}": "1`))).toBe(`The ${of} have another sum.`);
  });

  it('has no rows of a month signed elsewhere, and is verified by its lines', async () => {
    app.clock.moveTo('2027-08-03T00:00:00Z');
    const { id } = await contract(app, { signDate: '2027-07-01T00:00:00Z' });
    const lines = [costing('1000.005', { product: '=cmd' }), costing('-2')];
    const statement = await signed(app, { contractId: id, month: '2027-07', lines, at: '2027-08-02T09:00:00Z' });
    await app.deps.db.insertInto('carried_month').values({ contract_id: id, month: '2027-07' }).execute();
    const carried = await archiveOf(id, statement.id);
    expect(carried.has('rows.jsonl')).toBe(false);
    expect(verified(carried)).not.toContain('rows.jsonl');
    expect(verified(carried)).toContain('998.01000000');
  });
});
