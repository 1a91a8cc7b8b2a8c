import { tiers } from '@usance/api/metering/tier';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { type Hostile, refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { dayRated } from '../billing-day/rated-day.fixture.ts';
import { monthSigned } from '../closed-month/closed-month.fixture.ts';
import { tierVersionsOf } from './tier.queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', damaged: 'months are signed, and days rated, without rows' });
});
afterAll(() => app.close());

const ladder = [
  { tierLevel: 1, minThreshold: '0', maxThreshold: '100', discountRate: '1' },
  { tierLevel: 2, minThreshold: '100', maxThreshold: '-1', discountRate: '0.9' },
];
const terms = (effectiveFrom: string, more: object = {}) => ({
  effectiveFrom,
  tiers: ladder,
  reason: 'agreed by mail',
  ...more,
});
const agree = (id: string, effectiveFrom: string, more: object = {}) =>
  internalCaller(app).call(tiers.create, { params: { id }, body: terms(effectiveFrom, more) });
const refused = (id: string, body: object) => internalCaller(app).refusal(tiers.create, { params: { id }, body });
const listed = async (id: string) => {
  const { items } = await internalCaller(app).call(tiers.list, { params: { id }, query: {} });
  return items.map(({ effectiveFrom, effectiveTo }) =>
    [effectiveFrom, effectiveTo].map((at) => at?.slice(0, 13)).join(' '),
  );
};
const end = (id: string, tieredRateId: string, effectiveTo: string | null) => ({
  params: { id },
  body: { id: tieredRateId, effectiveTo, reason: 'agreed by mail' },
});
const gone = (id: string, ids: string[]) => ({ params: { id }, query: { ids, reason: 'agreed by mail' } });

describe(tiers.create.id, () => {
  it('returns the new tiers, and marks the affected days', async () => {
    const { id } = await contract(app);
    for (const day of ['2026-10-01', '2026-10-02']) await dayRated(app, { contractId: id, day, amount: '1' });
    const made = await agree(id, '2026-10-02T00:00:00Z');
    expect(made).toMatchObject({
      contractId: id,
      tierMode: 'graduated',
      source: { kind: 'contract', id: null },
      effectiveTo: null,
      tiers: [
        { tierLevel: 1, minThreshold: '0.00000000', maxThreshold: '100.00000000', discountRate: '1.000000' },
        { tierLevel: 2, minThreshold: '100.00000000', maxThreshold: '-1', discountRate: '0.900000' },
      ],
    });
    const marked = await app.deps.db
      .selectFrom('usage_dirty_day')
      .select('day')
      .where('contract_id', '=', id)
      .execute();
    expect(marked).toEqual([{ day: '2026-10-02' }]);
  });

  it('keeps the reason in the audit', async () => {
    const { id } = await contract(app);
    await agree(id, '2026-10-01T00:00:00Z', { reason: 'as the board has decided' });
    const { rows } = await sql<{ body: string }>`select body from audit where body like '%board has decided%'`.execute(
      app.deps.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('open tiers yield to other open tiers, and to nothing else', async () => {
    const { id } = await contract(app);
    await agree(id, '2026-09-01T00:00:00Z');
    await agree(id, '2026-11-01T00:00:00Z', { effectiveTo: '2026-12-01T00:00:00Z', temporary: true });
    await agree(id, '2027-01-01T00:00:00Z');
    expect(await listed(id)).toEqual(['2027-01-01T00 ', '2026-11-01T00 2026-12-01T00', '2026-09-01T00 2027-01-01T00']);
    const conflict = (field: string) => ({ code: 409, reason: 'TIER_CONFLICT', metadata: { field } });
    const inside = { effectiveTo: '2026-10-31T00:00:00Z' };
    expect(await refused(id, terms('2026-10-01T00:00:00Z', inside))).toMatchObject(conflict('effectiveFrom'));
    expect(await refused(id, terms('2026-09-01T00:00:00Z'))).toMatchObject(conflict('effectiveFrom'));
    const before = { effectiveTo: '2026-09-02T00:00:00Z' };
    expect(await refused(id, terms('2026-08-31T23:00:00Z', before))).toMatchObject(conflict('effectiveTo'));
    const again = terms('2026-11-30T00:00:00Z', { effectiveTo: '2026-12-02T00:00:00Z', temporary: true });
    expect(await refused(id, again)).toMatchObject(conflict('effectiveFrom'));
    expect(await refused(id, terms('2026-11-30T00:00:00Z', { temporary: true }))).toMatchObject({
      code: 400,
      metadata: { field: 'effectiveTo' },
    });
  });

  it('temporary tiers interrupt others, which are whole again when they are deleted', async () => {
    const { id } = await contract(app);
    const open = await agree(id, '2026-10-01T00:00:00Z');
    const more = {
      effectiveTo: '2026-12-01T00:00:00Z',
      temporary: true,
      tiers: [{ ...ladder[0], maxThreshold: '-1' }],
    };
    const inside = await agree(id, '2026-11-01T00:00:00Z', more);
    expect(inside).toMatchObject({ temporary: true });
    const held = async () => {
      const versions = await tierVersionsOf(app.deps.db, id);
      return versions
        .toSorted((one, other) => one.from - other.from)
        .map(({ from, tiers: { length } }) => [new Date(from).toISOString().slice(0, 10), length]);
    };
    expect(await held()).toEqual([
      ['2026-10-01', 2],
      ['2026-11-01', 1],
      ['2026-12-01', 2],
    ]);
    const next = await agree(id, '2027-01-01T00:00:00Z');
    await internalCaller(app).call(tiers.delete, { params: { id }, query: { ids: [inside.id, next.id] } });
    expect(await listed(id)).toEqual(['2026-10-01T00 ']);
    expect(await held()).toEqual([['2026-10-01', 2]]);
    await internalCaller(app).call(tiers.update, end(id, open.id, '2026-12-01T00:00:00Z'));
  });

  it('of two concurrent calls, one succeeds', async () => {
    const { id } = await contract(app);
    const attempts = await Promise.allSettled([1, 2].map(() => agree(id, '2026-10-01T00:00:00Z')));
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await listed(id)).toHaveLength(1);
  });

  it('is refused in a signed month', async () => {
    const { id } = await contract(app, { signDate: '2026-08-01T00:00:00Z' });
    await monthSigned(app, id, '2026-09');
    expect(await refused(id, terms('2026-09-30T23:00:00Z'))).toMatchObject({ code: 409, reason: 'MONTH_SIGNED' });
    expect(await agree(id, '2026-10-01T00:00:00Z')).toMatchObject({ effectiveTo: null });
  });

  const [first, last] = ladder;
  it.each([
    [{ tiers: [] }, 'tiers'],
    [{ tiers: [last] }, 'tiers.0.tierLevel'],
    [{ tiers: [first] }, 'tiers.0.maxThreshold'],
    [{ tiers: [{ ...first, minThreshold: '1' }, last] }, 'tiers.0.minThreshold'],
    [{ tiers: [first, { ...last, minThreshold: '99' }] }, 'tiers.1.minThreshold'],
    [{ tiers: [first, { ...last, minThreshold: '100.00000001' }] }, 'tiers.1.minThreshold'],
    [{ tiers: [first, { ...last, maxThreshold: '200' }] }, 'tiers.1.maxThreshold'],
    [
      {
        tiers: [
          { ...first, maxThreshold: '0' },
          { ...last, minThreshold: '0' },
        ],
      },
      'tiers.0.maxThreshold',
    ],
    [{ tiers: [{ ...first, maxThreshold: '-1' }, last] }, 'tiers.0.maxThreshold'],
    [{ tiers: [first, { ...last, tierLevel: 3 }] }, 'tiers.1.tierLevel'],
    [{ tiers: [first, { ...last, discountRate: '0' }] }, 'tiers.1.discountRate'],
    [{ tiers: [first, { ...last, discountRate: '1.000001' }] }, 'tiers.1.discountRate'],
    [{ tiers: [first, { ...last, discountRate: 0.9 }] }, 'tiers.1.discountRate'],
    [{ tiers: [first, { ...last, minThreshold: '-100' }] }, 'tiers.1.minThreshold'],
    [{ tiers: [first, { ...last, minThreshold: '1e2' }] }, 'tiers.1.minThreshold'],
    [{ effectiveTo: '2026-10-01T00:00:00Z' }, 'effectiveTo'],
    [{ reason: '' }, 'reason'],
    [{ source: { kind: 'offer', id: 'x' } }, 'source'],
  ])('refuses %j and names %s', async (more, field) => {
    const { id } = await contract(app);
    expect(await refused(id, terms('2026-10-01T00:00:00Z', more))).toMatchObject({ code: 400, metadata: { field } });
    expect(await listed(id)).toEqual([]);
  });
});

describe(tiers.update.id, () => {
  it('sets and removes an end', async () => {
    const { id } = await contract(app);
    const made = await agree(id, '2026-10-01T00:00:00Z');
    await internalCaller(app).call(tiers.update, end(id, made.id, '2026-11-01T00:00:00Z'));
    expect(await listed(id)).toEqual(['2026-10-01T00 2026-11-01T00']);
    const lifted = await internalCaller(app).call(tiers.update, end(id, made.id, null));
    expect(lifted).toMatchObject({ effectiveTo: null, tiers: made.tiers });
  });

  it('refuses an end before the start, in a signed month, over other tiers, or of another contract', async () => {
    const { id } = await contract(app, { signDate: '2026-08-01T00:00:00Z' });
    const made = await agree(id, '2026-08-10T00:00:00Z');
    await agree(id, '2026-10-10T00:00:00Z');
    await monthSigned(app, id, '2026-08');
    const refusal = (at: string | null, of = id) => internalCaller(app).refusal(tiers.update, end(of, made.id, at));
    expect(await refusal('2026-08-10T00:00:00Z')).toMatchObject({ code: 400, metadata: { field: 'effectiveTo' } });
    expect(await refusal('2026-08-20T00:00:00Z')).toMatchObject({ code: 409, reason: 'MONTH_SIGNED' });
    const beside = { code: 409, reason: 'TIER_CONFLICT', metadata: { field: 'effectiveTo' } };
    expect(await refusal('2026-10-10T00:00:01Z')).toMatchObject(beside);
    const lifted = await internalCaller(app).call(tiers.update, end(id, made.id, null));
    expect(lifted).toMatchObject({ effectiveTo: '2026-10-10T00:00:00.000Z' });
    const { id: other } = await contract(app);
    expect(await refusal(null, other)).toMatchObject({ code: 404, reason: 'TIER_NOT_FOUND' });
    expect(await listed(id)).toEqual(['2026-10-10T00 ', '2026-08-10T00 2026-10-10T00']);
  });
});

describe(tiers.delete.id, () => {
  it('deletes tiers that have not begun, all or none', async () => {
    const { id } = await contract(app);
    const begun = await agree(id, '2026-10-01T00:00:00Z', { effectiveTo: '2026-11-01T00:00:00Z' });
    const coming = await agree(id, '2026-11-01T00:00:00Z');
    const refusal = (ids: string[]) => internalCaller(app).refusal(tiers.delete, gone(id, ids));
    expect(await refusal([begun.id, coming.id])).toMatchObject({ code: 409, reason: 'TIER_CONFLICT' });
    expect(await refusal([coming.id, 'tr-aaaaaaaa'])).toMatchObject({ code: 404, reason: 'TIER_NOT_FOUND' });
    expect(await listed(id)).toHaveLength(2);
    expect(await internalCaller(app).call(tiers.delete, gone(id, [coming.id]))).toEqual({ deleted: 1 });
    expect(await listed(id)).toEqual(['2026-10-01T00 2026-11-01T00']);
    const { rows } = await sql`select from tier where tiered_rate_id = ${coming.id}`.execute(app.deps.db);
    expect(rows).toEqual([]);
  });
});

describe('stored tiers', () => {
  const attacked = { C: '' };
  beforeAll(async () => {
    const { id } = await contract(app, { signDate: '2026-08-01T00:00:00Z' });
    attacked.C = id;
    await agree(id, '2026-08-01T00:00:00Z', { effectiveTo: '2026-10-01T00:00:00Z' });
    await agree(id, '2026-10-01T00:00:00Z', { effectiveTo: '2026-11-01T00:00:00Z' });
    await monthSigned(app, id, '2026-08');
  });

  const rate = (id: string, from: string) =>
    `insert into tiered_rate values ('$C', '${id}', 'graduated', 'contract', null, '${from}', null, now())`;
  const tier = (level: number, from: string, to: string, multiplier = '0.5') =>
    `insert into tier (contract_id, tiered_rate_id, tier_level, min_threshold, max_threshold, discount_rate)
     values ('$C', 'tr-x', ${level}, ${from}, ${to}, ${multiplier})`;
  const whole = (...tiersOf: string[]) => [rate('tr-x', '2026-12-01Z'), ...tiersOf].join('; ');
  const hostile: readonly Hostile[] = [
    ['agrees on none', whole()],
    ['leaves the amounts above a limit out', whole(tier(1, '0', '100'))],
    ['begins above 0', whole(tier(1, '10', 'null'))],
    ['leaves a gap', whole(tier(1, '0', '100'), tier(2, '101', 'null'))],
    ['has two tiers at once', whole(tier(1, '0', '100'), tier(2, '99', 'null'))],
    ['leaves a level out', whole(tier(1, '0', '100'), tier(3, '100', 'null'))],
    ['has a tier above the last', whole(tier(1, '0', 'null'), tier(2, '100', 'null'))],
    ['has a tier of nothing', whole(tier(1, '0', '0'), tier(2, '0', 'null'))],
    ['asks for more than all', whole(tier(1, '0', 'null', '1.1'))],
    ['gives it away', whole(tier(1, '0', 'null', '0'))],
    ['has two rates at once', [rate('tr-x', '2026-10-31Z'), tier(1, '0', 'null')].join('; ')],
    ['agrees on one for a signed month', [rate('tr-x', '2026-07-01Z'), tier(1, '0', 'null')].join('; ')],
    ['changes a tier', `update tier set discount_rate = 0.1 where contract_id = '$C'`],
    ['takes a tier away', `delete from tier where contract_id = '$C' and tier_level = 2`],
    ['takes away what a signed month has used', `delete from tiered_rate where contract_id = '$C'`],
    ['ends it within one', `update tiered_rate set effective_to = '2026-08-20Z' where contract_id = '$C'`],
    ['lets it begin at another time', `update tiered_rate set effective_from = '2026-10-02Z' where contract_id = '$C'`],
    ['says it is of an offer', `update tiered_rate set source_kind = 'offer' where contract_id = '$C'`],
  ];
  refusesToEverybody(hostile, () => ({
    db: app.deps.db,
    script: app.ownerScript,
    names: attacked,
    everything: async () => [
      await app.deps.db.selectFrom('tiered_rate').selectAll().orderBy('id').execute(),
      await app.deps.db.selectFrom('tier').selectAll().orderBy('tiered_rate_id').orderBy('tier_level').execute(),
    ],
  }));
});
