import { type StatementProof, statementProofs } from '@usance/api/billing/statement-proof';
import { tiers } from '@usance/api/metering/tier';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { storyOf } from '#testing/scenarios/story.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { issued } from '../../money/voucher/voucher.fixture.ts';
import { costing, signed } from '../statement/statement.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-12-01T00:00:00Z', clickhouse: true });
});
afterAll(() => app.close());

const sumsOf = ({ sums }: StatementProof) => sums.map(({ of, count, amount, agrees }) => [of, count, amount, agrees]);
const partsOf = ({ settled }: StatementProof) => settled.map(({ by, amount, agrees }) => [by, amount, agrees]);

describe(statementProofs.get.id, () => {
  it('leads from rated rows to what is unpaid, for whoever reads bills', async () => {
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
    // 5 × 2.00 + 3.5 × 1.40 = 14.90, cut into two slices.
    await story.use('2027-01-10T10', '8.5');
    await story.until('2027-01-20T11:00:00Z');
    // 0.001 × 1.40 = 0.0014.
    await story.use('2027-01-20T10', '0.001');
    await story.until('2027-02-20T00:00:00Z');

    const viewer = await member(app, story.id, 'billing_viewer');
    const { id: statementID } = await story.statement('2027-01');
    const proof = await viewer.call(statementProofs.get, { params: { id: story.id, statementID } });
    expect(sumsOf(proof)).toEqual([
      ['rows', 3, '14.901400000000', true],
      ['days', 2, '14.901400000000', true],
      ['skus', 2, '14.901400000000', true],
      ['lines', 2, '14.901400000000', true],
    ]);
    expect(proof).toMatchObject({
      agrees: true,
      hasRows: true,
      exactAmount: '14.901400000000',
      rounding: '-0.001400000000',
      amount: '14.90000000',
      linesAgree: true,
      checkedAt: '2027-02-20T00:00:00.000Z',
    });
    // 14.90 = a voucher of 4.00 + cash of 3.00 + 7.90 that is unpaid.
    expect(partsOf(proof)).toEqual([
      ['voucher', '4.00000000', true],
      ['credit', '0.00000000', true],
      ['cash', '3.00000000', true],
      ['undeducted', '7.90000000', true],
    ]);
    expect(proof.digest).toMatchObject({ agrees: true, lines: proof.digest.signed });
    expect(proof.digest.rows).toMatch(/^[0-9a-f]{64}$/);
  });

  it('shows what a negative month leaves, and credit that pays later', async () => {
    const story = await storyOf(app, { at: '2027-03-01T00:00:00Z' });
    await story.until('2027-03-10T11:00:00Z');
    await story.use('2027-03-10T10', '-5');
    await story.until('2027-04-10T11:00:00Z');
    await story.use('2027-04-10T10', '2');
    await story.until('2027-05-02T09:00:00Z');
    const proofOf = async (month: string) => {
      const { id: statementID } = await story.statement(month);
      return story.caller.call(statementProofs.get, { params: { id: story.id, statementID } });
    };
    const [march, april] = [await proofOf('2027-03'), await proofOf('2027-04')];
    expect([march.agrees, april.agrees]).toEqual([true, true]);
    expect(partsOf(march).at(-1)).toEqual(['left', '-10.00000000', true]);
    expect(partsOf(april).slice(1, 2)).toEqual([['credit', '4.00000000', true]]);
  });

  it('says that the rows of a month signed elsewhere are not here', async () => {
    app.clock.moveTo('2027-08-03T00:00:00Z');
    const { id } = await contract(app, { signDate: '2027-07-01T00:00:00Z' });
    const lines = [costing('1000.004')];
    const { id: statementID } = await signed(app, {
      contractId: id,
      month: '2027-07',
      lines,
      at: '2027-08-02T09:00:00Z',
    });
    await app.deps.db.insertInto('carried_month').values({ contract_id: id, month: '2027-07' }).execute();
    const proof = await internalCaller(app).call(statementProofs.get, { params: { id, statementID } });
    expect(proof).toMatchObject({ agrees: true, hasRows: false, digest: { rows: null, agrees: true } });
    expect(sumsOf(proof)).toEqual([['lines', 1, '1000.004000000000', true]]);
  });

  it('is refused for a statement of another contract', async () => {
    const story = await storyOf(app, { at: '2027-09-01T00:00:00Z' });
    await story.until('2027-10-02T09:00:00Z');
    const { id: statementID } = await story.statement('2027-09');
    const { id } = await contract(app);
    expect(await internalCaller(app).refusal(statementProofs.get, { params: { id, statementID } })).toMatchObject({
      code: 404,
      reason: 'STATEMENT_NOT_FOUND',
    });
  });
});
