import type { IncomingMessage, RequestListener } from 'node:http';
import { auditRecords } from '@usance/api/contract/audit-record';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import { conflict } from '#platform/refusal.ts';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { engineAnswering } from '#testing/still-engine.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { closedMonths } from '../../metering/closed-month/closed-month.ts';
import { deposited, owedOn } from '../../money/ledger/ledger.fixture.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import { runDueStatements } from './run-due.ts';
import type { RateMonth } from './signing/month/rated-month.ts';
import { costing, inOneHour, linesFrom, runAt } from './statement.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-01T00:00:00Z' });
});
afterAll(() => app.close());
// The round takes every active contract, so those of earlier tests must not be active.
beforeEach(() => app.deps.db.updateTable('contract').set({ state: 'End' }).execute());

const september = (contractId: string, amount: string) => linesFrom({ [contractId]: { '2026-09': [costing(amount)] } });
const only = (contractId: string) =>
  app.deps.db.selectFrom('statement').selectAll().where('contract_id', '=', contractId).executeTakeFirst();

const pong = ({ url }: IncomingMessage) => (url === '/ping' ? 'Ok.\n' : undefined);

describe('a due step', () => {
  it('is signed on the 2nd at 09:00, confirmed at the start of the due day and deducted five minutes later', async () => {
    const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    await deposited(app, id, '100');
    const source = september(id, '30');
    const at = async (instant: string) => {
      await runAt(app, instant, source);
      const row = await only(id);
      return row ? [row.confirm_state, row.deduct_state] : undefined;
    };
    expect(await at('2026-10-02T08:59:59Z')).toBeUndefined();
    expect(await at('2026-10-02T09:00:00Z')).toEqual(['unconfirmed', 'undeducted']);
    expect(await at('2026-10-06T23:59:59Z')).toEqual(['unconfirmed', 'undeducted']);
    expect(await at('2026-10-07T00:00:00Z')).toEqual(['confirmed', 'undeducted']);
    expect(await at('2026-10-07T00:05:00Z')).toEqual(['confirmed', 'fullySettled']);
    expect((await only(id))?.confirmed_at).toEqual(new Date('2026-10-07T00:00:00Z'));
    expect(await balancesOf(app.deps.db, id)).toMatchObject({ cash: '70.00000000' });
    const call = { query: { contractId: id, call: 'statement' } };
    expect((await internalCaller(app).call(auditRecords.listAll, call)).items).toMatchObject([
      {
        actor: { kind: 'platform' },
        call: 'statement.confirm-due',
        gmtTime: '2026-10-07T00:00:00.000Z',
        changes: [{ of: 'statement', before: { confirm_state: 'unconfirmed' }, after: { confirm_state: 'confirmed' } }],
      },
    ]);
  });

  it('follows the contract’s own due days and zone', async () => {
    const { id } = await contract(app, { signDate: '2026-09-10T00:00:00Z', currency: 'CNY', dueDays: 20 });
    await runAt(app, '2026-10-02T01:00:00Z', september(id, '30'));
    expect(await only(id)).toMatchObject({
      due_on: '2026-10-21',
      confirm_at: new Date('2026-10-20T16:00:00Z'),
      deduct_at: new Date('2026-10-20T16:05:00Z'),
      start_at: new Date('2026-08-31T16:00:00Z'),
    });
  });

  it('is made up for by one late round, oldest statement first', async () => {
    const { id } = await contract(app, { signDate: '2026-07-15T00:00:00Z' });
    await deposited(app, id, '25');
    const source = linesFrom({ [id]: { '2026-07': [costing('10')], '2026-09': [costing('20')] } });
    const outcome = await runAt(app, '2026-10-20T00:00:00Z', source);
    expect(outcome).toMatchObject({ signed: 3, confirmed: 0, failed: [] });
    // However late, with notice.
    await runAt(app, '2026-10-25T00:05:00Z', source);
    expect([...(await closedMonths(app.deps.db, id))]).toEqual(['2026-07', '2026-08', '2026-09']);
    const rows = await app.deps.db
      .selectFrom('statement')
      .select(['amount', 'cash_deducted', 'deduct_state'])
      .where('contract_id', '=', id)
      .orderBy('month')
      .execute();
    expect(rows.map((row) => [row.amount, row.cash_deducted, row.deduct_state])).toEqual([
      ['10.00000000', '10.00000000', 'fullySettled'],
      ['0.00000000', '0.00000000', 'fullySettled'],
      ['20.00000000', '15.00000000', 'partiallyDeducted'],
    ]);
  });

  it('is audited with all statements that are confirmed together', async () => {
    const { id } = await contract(app, { signDate: '2026-07-15T00:00:00Z' });
    const admin = await member(app, id, 'admin');
    const source = linesFrom({
      [id]: { '2026-07': [costing('10')], '2026-08': [costing('15')], '2026-09': [costing('20')] },
    });
    for (const at of ['2026-10-20T00:00:00Z', '2026-10-25T00:05:00Z']) await runAt(app, at, source);
    const query = { call: 'statement.confirm-due' };
    const { items } = await admin.call(auditRecords.list, { params: { id }, query });
    expect(items.map(({ things }) => things)).toEqual([
      [
        ['2026-07', '10.00'],
        ['2026-08', '15.00'],
        ['2026-09', '20.00'],
      ].map(([month, amount]) => ({
        kind: 'statement',
        id: expect.stringMatching(/^stm-/),
        month,
        payable: `${amount}000000`,
        payableFormatted: `$${amount}`,
      })),
    ]);
  });

  it('happens once in any number of rounds, even concurrent ones', async () => {
    const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    await deposited(app, id, '100');
    const runs = [1, 2, 3].map(() => runAt(app, '2026-10-20T00:00:00Z', september(id, '30')));
    const outcomes = await Promise.all(runs);
    expect(outcomes.reduce((signed, outcome) => signed + outcome.signed, 0)).toBe(1);
    expect(outcomes.flatMap((outcome) => outcome.failed)).toEqual([]);
    const later = await Promise.all([1, 2, 3].map(() => runAt(app, '2026-10-25T00:05:00Z', september(id, '30'))));
    expect(later.reduce((confirmed, outcome) => confirmed + outcome.confirmed, 0)).toBe(1);
    expect(await runAt(app, '2026-10-25T00:06:00Z', september(id, '30'))).toMatchObject({ signed: 0, confirmed: 0 });
    expect(await balancesOf(app.deps.db, id)).toMatchObject({ cash: '70.00000000' });
    expect(await owedOn(app.deps.db, id)).toBe('0.00000000');
  });

  it('is deducted by a later round once there is cash, and contracts without cash are skipped until then', async () => {
    const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    const source = september(id, '30');
    for (const at of ['2026-10-02T09:00:00Z', '2026-10-07T00:00:00Z']) await runAt(app, at, source);
    expect(await runAt(app, '2026-10-07T00:05:00Z', source)).toMatchObject({ contractsDeducted: 0, failed: [] });
    await deposited(app, id, '20');
    expect(await runAt(app, '2026-10-07T00:06:00Z', source)).toMatchObject({ contractsDeducted: 1, failed: [] });
    expect(await only(id)).toMatchObject({ deduct_state: 'partiallyDeducted' });
    expect(await runAt(app, '2026-10-07T00:07:00Z', source)).toMatchObject({ contractsDeducted: 0, failed: [] });
  });

  it('continues with other contracts after a failure, which is retried', async () => {
    const [first, second] = [
      await contract(app, { signDate: '2026-09-01T00:00:00Z' }),
      await contract(app, { signDate: '2026-09-01T00:00:00Z' }),
    ];
    const broken = await runAt(app, '2026-10-02T09:00:00Z', async (_, { id }) => {
      if (id === first.id) throw conflict('USAGE_UNPRICED', 'No price applies.');
      return inOneHour([costing('5')], '2026-09');
    });
    expect(broken).toMatchObject({
      signed: 1,
      failed: [{ contractId: first.id, step: 'sign', month: '2026-09', reason: 'USAGE_UNPRICED' }],
    });
    expect([...(await closedMonths(app.deps.db, second.id))]).toEqual(['2026-09']);
    expect(await runAt(app, '2026-10-02T10:00:00Z')).toMatchObject({ signed: 1, failed: [] });
    expect([...(await closedMonths(app.deps.db, first.id))]).toEqual(['2026-09']);
  });

  it('is confirmed and deducted before months are rated, so that a stuck usage database does not delay it', async () => {
    const first = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    await deposited(app, first.id, '100');
    const found: unknown[] = [];
    const source: RateMonth = async (_, { id }) => {
      if (id === first.id) return inOneHour([costing('30')], '2026-09');
      found.push(await only(first.id));
      throw conflict('USAGE_UNPRICED', 'No price applies.');
    };
    for (const at of ['2026-10-02T09:00:00Z', '2026-10-07T00:05:00Z']) await runAt(app, at, source);
    expect(found.at(-1)).toMatchObject({ confirm_state: 'confirmed', deduct_state: 'fullySettled' });
  });

  const ofEngine = { 'x-clickhouse-query-id': 'q' };
  it.each<[string, RequestListener, number]>([
    ['does not answer at all is asked for one month a round', (_req, res) => res.end('Back soon'), 1],
    ['is there and answers no question is asked for one month a round', (req, res) => res.end(pong(req)), 1],
    [
      'does not answer for one of them is asked for the others',
      (req, res) => res.writeHead(200, ofEngine).end(pong(req) ?? JSON.stringify({ data: [{ one: 1 }], rows: 1 })),
      3,
    ],
    [
      'answers questions and is hidden otherwise is asked for all of them',
      (_req, res) => res.writeHead(200, ofEngine).end(JSON.stringify({ data: [{ one: 1 }], rows: 1 })),
      3,
    ],
  ])('with a usage database which %s', async (_, answer, months) => {
    for (let count = 0; count < 3; count += 1) await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    const clickhouse = await engineAnswering((req, res) => void req.resume().once('end', () => answer(req, res)));
    const at = new Date('2026-10-02T09:00:00Z');
    const outcome = await runDueStatements({ ...app.deps, clickhouse }, at, async () => {
      throw new ClickHouseUnavailable();
    });
    expect(outcome.failed).toMatchObject(Array.from({ length: months }, () => ({ reason: 'UNAVAILABLE' })));
    expect(await runAt(app, '2026-10-02T09:01:00Z')).toMatchObject({ signed: 3, failed: [] });
  });

  it('of a month that takes the usage database down each round does not block other contracts', async () => {
    const clickhouse = await engineAnswering((_req, res) => void res.end('Back soon'));
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await contract(app, { signDate: '2026-09-01T00:00:00Z' })).id);
    const fatal = ids.toSorted()[0];
    const source: RateMonth = async (_, { id }) => {
      if (id === fatal) throw new ClickHouseUnavailable();
      return inOneHour([costing('5')], '2026-09');
    };
    let signed = 0;
    for (let minute = 0; minute < 30; minute += 1) {
      const at = new Date(Date.parse('2026-10-02T09:00:00Z') + minute * 60_000);
      signed += (await runDueStatements({ ...app.deps, clickhouse }, at, source)).signed;
    }
    expect(signed).toBe(2);
  });

  it('leaves no trace if signing a month fails half way', async () => {
    const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    const tooFine = costing('5', { discount: '1234567.1' });
    const outcome = await runAt(app, '2026-10-02T09:00:00Z', linesFrom({ [id]: { '2026-09': [tooFine] } }));
    expect(outcome.failed).toMatchObject([{ contractId: id, reason: 'INTERNAL' }]);
    expect([...(await closedMonths(app.deps.db, id))]).toEqual([]);
    expect(await owedOn(app.deps.db, id)).toBe('0.00000000');
  });
});
