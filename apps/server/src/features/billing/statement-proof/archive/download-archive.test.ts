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
const digestOf = (text = '') => createHash('sha256').update(text).digest('hex');
/** The archive with a changed file and its new digests, which only the statement's page gives away. */
function forged(name: string, from: string | RegExp, to: string) {
  const forgery = changed(name, from, to);
  const proof = JSON.parse(forgery.get('proof.json') ?? '');
  const digests = Object.keys(proof.files).map((each) => [each, digestOf(forgery.get(each))]);
  return forgery.set('proof.json', JSON.stringify({ ...proof, files: Object.fromEntries(digests) }));
}

describe(statementProofs.download.id, () => {
  it('has all files, and the script finds them right', () => {
    expect([...files.keys()]).toEqual([
      'README.txt',
      'verify.mjs',
      'reading.mjs',
      'lines.json',
      'deductions.json',
      'rows.jsonl',
      'proof.json',
    ]);
    expect(files.get('rows.jsonl')?.split('\n')).toHaveLength(4 + 1);
    expect(JSON.parse(files.get('proof.json') ?? '')).toMatchObject({ agrees: true, hasRows: true });
    const { amount } = JSON.parse(files.get('proof.json') ?? '');
    expect(verified(files)).toBe(`Everything agrees: ${amount} USD, with rows.\n`);
  });

  it('has a script of thirty lines at most, which a stranger reads first', () => {
    expect(files.get('verify.mjs')?.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
  });

  it('has the digests that the statement’s page shows', async () => {
    const { contractId, statementID, files: digests } = JSON.parse(files.get('proof.json') ?? '');
    const { digest } = await internalCaller(app).call(statementProofs.get, { params: { id: contractId, statementID } });
    expect(digests).toMatchObject({ 'lines.json': digest.signed, 'rows.jsonl': digest.rows });
  });

  it.each(['lines.json', 'deductions.json', 'rows.jsonl'])('the script finds a change of %s', (name) => {
    expect(verified(changed(name, '"', '" '))).toBe(`The digest of ${name} is wrong.`);
    expect(verified(changed('proof.json', `"${name}": "`, `"${name}": "0`))).toBe(`The digest of ${name} is wrong.`);
  });

  it.each([
    ['rows.jsonl', '"5.000000000000"', '"5.100000000000"', 'A row has another amount: '],
    ['rows.jsonl', /5(.0+","unit_price":"2.0+","amount":")10/, '6$112', 'A line is not the sum of its rows.'],
    ['rows.jsonl', /.*\n/, '', 'A line is not the sum of its rows.'],
    ['rows.jsonl', '"region":"', '"region":"x', 'A line is not the sum of its rows.'],
    ['lines.json', /"([\d.]+)"\]/, '"1$1"]', 'A line is not the sum of its rows.'],
    ['deductions.json', '"amount": "3', '"amount": "13', 'The deductions by cash are others.'],
    ['deductions.json', '"kind": "cash"', '"kind": "credit"', 'The deductions by '],
    ['deductions.json', '"amount": "4.00000000"', '"amount": "4.0000000000000"', 'is not an amount.'],
    ['lines.json', '"2027-01"', '"2027-02"', 'The lines are of another statement.'],
    ['lines.json', '"USD"]', '"USD","marketplace","1.000000000000"]', 'another part of a marketplace.'],
    ['proof.json', '"month": "2027-01"', '"month": "2027-02"', 'The lines are of another statement.'],
    ['proof.json', '"currency": "USD"', '"currency": "CNY"', 'The lines are of another statement.'],
    ['proof.json', '"exactAmount": "', '"exactAmount": "9', 'The amount is another.'],
    ['proof.json', '\n  "amount": "', '\n  "amount": "1', 'The amount is another.'],
    ['proof.json', /("voucher",\s*"amount": ")/, '$11', 'The deductions by voucher are others.'],
    ['proof.json', /("undeducted",\s*"amount": ")/, '$11', 'Another amount is unpaid.'],
    ['proof.json', /("undeducted",\s*"amount": ")/, '$1-', 'Another amount is unpaid.'],
    ['proof.json', '"settled": [', '"settled": [{"by":"left","amount":"-1"},', 'The parts are not the amount.'],
    ['proof.json', '"agrees": true,', '"agrees": false,', 'The statement did not agree with its seller'],
  ])('the script finds a change of %s from %s to %s, although its digest was changed, too', (name, from, to, why) => {
    expect(verified(forged(name, from, to))).toContain(why);
  });

  it.each(['rows', 'days', 'skus', 'lines'])('the script finds another sum of the %s', (of) => {
    const other = changed('proof.json', new RegExp(`("of": "${of}",\\s*"count": \\d+,\\s*"amount": ")`), '$11');
    expect(verified(other)).toBe(`The ${of} have another sum than the lines.`);
  });

  it('has no rows of a month signed elsewhere, and is verified by its lines', async () => {
    app.clock.moveTo('2027-08-03T00:00:00Z');
    const { id } = await contract(app, { signDate: '2027-07-01T00:00:00Z' });
    const lines = [costing('1000.005', { product: '=cmd' }), costing('-2')];
    const statement = await signed(app, { contractId: id, month: '2027-07', lines, at: '2027-08-02T09:00:00Z' });
    await app.deps.db.insertInto('carried_month').values({ contract_id: id, month: '2027-07' }).execute();
    const carried = await archiveOf(id, statement.id);
    expect(carried.has('rows.jsonl')).toBe(false);
    expect(verified(carried)).toBe('Everything agrees: 998.01000000 USD, without rows.\n');
  });
});
