import { pathOf } from '@usance/api/call';
import { usages } from '@usance/api/metering/usage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { type Metered, meteredContract, sellCoreHours, sendUsage, stored, usageOf } from './metering.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
  await sellCoreHours(app, 'compute.r', '0.5');
});
afterAll(() => app.close());

const many = (metered: Metered, length: number) =>
  Array.from({ length }, () => usageOf(metered, { quantity: '0.000000000001' }));

describe('exactly once', () => {
  it('counts a batch that is sent again as duplicates, and stores nothing twice', async () => {
    const metered = await meteredContract(app);
    const batch = many(metered, 100);
    expect(await sendUsage(app, batch)).toEqual({ accepted: 100, duplicate: 0, refused: 0, refusals: [] });
    expect(await sendUsage(app, batch)).toEqual({ accepted: 0, duplicate: 100, refused: 0, refusals: [] });
    expect(await stored(app, metered.contractId)).toEqual({ rows: 100, ids: 100, quantity: '0.0000000001' });
  });

  it('counts a record that stands twice in one batch once', async () => {
    const metered = await meteredContract(app);
    const record = usageOf(metered);
    const asEvent = { specversion: '1.0', type: 'usage', source: 'default', id: record.id };
    const { id: _, ...data } = record;
    const reply = await sendUsage(app, [record, record, { ...asEvent, data }]);
    expect(reply).toMatchObject({ accepted: 1, duplicate: 2, refused: 0 });
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 1, quantity: '1' });
  });

  it('treats the same id from two sources as two records', async () => {
    const metered = await meteredContract(app);
    const record = usageOf(metered);
    const reply = await sendUsage(app, [record, { ...record, source: 'another meter' }]);
    expect(reply).toMatchObject({ accepted: 2, duplicate: 0 });
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 2, ids: 2 });
  });

  it('lets parallel senders of overlapping records store each of them once', async () => {
    const metered = await meteredContract(app);
    const all = many(metered, 1_000);
    // Each sends three quarters from another offset, every other one in reverse: no order may lead to a deadlock.
    const batches = [0, 250, 500, 750].map((from, sender) => {
      const own = [...all.slice(from), ...all.slice(0, from)].slice(0, 750);
      return sender % 2 === 0 ? own : own.toReversed();
    });
    const replies = await Promise.all(batches.map((batch) => sendUsage(app, batch)));
    const total = (of: 'accepted' | 'duplicate' | 'refused') => replies.reduce((sum, reply) => sum + reply[of], 0);
    expect([total('accepted'), total('duplicate'), total('refused')]).toEqual([1_000, 2_000, 0]);
    expect(await stored(app, metered.contractId)).toEqual({ rows: 1_000, ids: 1_000, quantity: '0.000000001' });
  });
});

describe('an id that was used for another record', () => {
  it('is refused with its line, while the rest is accepted', async () => {
    const metered = await meteredContract(app);
    const [first, second] = [usageOf(metered), usageOf(metered)];
    await sendUsage(app, [first]);
    const reply = await sendUsage(app, [{ ...first, quantity: '2' }, second, { ...second, objectName: 'other' }]);
    expect(reply).toMatchObject({
      accepted: 1,
      duplicate: 0,
      refused: 2,
      refusals: [
        { line: 1, id: first.id, reason: 'USAGE_CONFLICT' },
        { line: 3, id: second.id, reason: 'USAGE_CONFLICT' },
      ],
    });
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 2, quantity: '2' });
  });

  it('is recognised by its billed content: the same quantity in another notation is a copy', async () => {
    const metered = await meteredContract(app);
    const record = usageOf(metered, { quantity: '1' });
    expect(await sendUsage(app, [record, { ...record, quantity: '1.0' }])).toMatchObject({ accepted: 1, duplicate: 1 });
    expect(await sendUsage(app, [{ ...record, quantity: '1.000' }])).toMatchObject({ accepted: 0, duplicate: 1 });
  });

  it('is free again if the first record was refused', async () => {
    const metered = await meteredContract(app);
    const record = usageOf(metered);
    expect(await sendUsage(app, [{ ...record, unit: 'GB' }])).toMatchObject({ refused: 1 });
    expect(await sendUsage(app, [record])).toMatchObject({ accepted: 1, refused: 0 });
  });
});

describe('usage that cannot be billed', () => {
  it('is refused line by line with the reason, while the rest is accepted', async () => {
    const metered = await meteredContract(app);
    const other = await meteredContract(app);
    const cases: [line: unknown, reason: string, message: string][] = [
      [usageOf(metered, { contractId: 'ct-aaaaaaaa' }), 'CONTRACT_NOT_FOUND', ''],
      [usageOf(metered, { datacloudId: other.datacloudId }), 'DATACLOUD_NOT_FOUND', ''],
      [usageOf(metered, { datacloudId: 'dc-aaaaaaaa' }), 'DATACLOUD_NOT_FOUND', ''],
      [usageOf(metered, { billingItem: 'compute.unheard-of' }), 'SKU_NOT_FOUND', ''],
      [usageOf(metered, { tier: 'hot' }), 'SKU_NOT_FOUND', ''],
      [usageOf(metered, { unit: 'GB' }), 'INVALID_PARAMETER', 'unit:'],
      [usageOf(metered, { start: '2026-10-15T12:00:00Z', end: '2026-10-15T13:00:00Z' }), 'INVALID_PARAMETER', 'end:'],
      [usageOf(metered, { start: '2026-08-31T23:00:00Z', end: '2026-09-01T00:00:00Z' }), 'INVALID_PARAMETER', 'start:'],
      [usageOf(metered, { start: '2026-09-30T22:00:00Z', end: '2026-10-01T01:00:00Z' }), 'INVALID_PARAMETER', 'end:'],
      [usageOf(metered, { quantity: '-1' }), 'INVALID_PARAMETER', 'quantity:'],
      [usageOf(metered, { quantity: '100000000000000' }), 'INVALID_PARAMETER', 'quantity:'],
      [usageOf(metered, { id: 'half\ud800' }), 'INVALID_PARAMETER', 'id:'],
      [usageOf(metered, { objectName: '\udc00half' }), 'INVALID_PARAMETER', 'objectName:'],
      [usageOf(metered, { start: '1965-01-01T00:00:00Z', end: '1965-01-01T01:00:00Z' }), 'INVALID_PARAMETER', 'start:'],
      ['{"id": not json}', 'INVALID_PARAMETER', ''],
      [usageOf(metered, { objectName: 'x'.repeat(60_000) }), 'INVALID_PARAMETER', 'objectName:'],
    ];
    const sound = usageOf(metered);
    const lines = [...cases.map(([line]) => line), sound];
    const reply = await sendUsage(app, lines);
    expect(reply).toMatchObject({ accepted: 1, duplicate: 0, refused: cases.length });
    expect(reply.refusals).toEqual(
      cases.map(([, reason, message], index) =>
        expect.objectContaining({ line: index + 1, reason, message: expect.stringContaining(message) }),
      ),
    );
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 1 });
    expect(await stored(app, other.contractId)).toMatchObject({ rows: 0 });
    expect((await sendUsage(app, lines)).duplicate).toBe(1);
  });

  it('includes usage that spans two billing months in the contract’s zone', async () => {
    const [metered, chinese] = [await meteredContract(app), await meteredContract(app)];
    await app.ownerScript(`set session_replication_role = replica;
      update contract set currency = 'CNY' where id = '${chinese.contractId}'`);
    const utcMonth = { start: '2026-09-01T00:00:00Z', end: '2026-10-01T00:00:00Z' };
    const shanghaiDay = { start: '2026-09-30T16:00:00Z', end: '2026-10-01T16:00:00Z' };
    const utcDay = { start: '2026-09-30T00:00:00Z', end: '2026-10-01T00:00:00Z' };
    expect(await sendUsage(app, [usageOf(metered, utcMonth), usageOf(chinese, shanghaiDay)])).toMatchObject({
      accepted: 2,
    });
    expect(await sendUsage(app, [usageOf(metered, shanghaiDay), usageOf(chinese, utcDay)])).toMatchObject({
      refusals: [{ message: expect.stringMatching(/^end: /) }, { message: expect.stringMatching(/^end: /) }],
    });
  });

  it('is still a copy if it was accepted before it became unbillable', async () => {
    const metered = await meteredContract(app);
    const record = usageOf(metered);
    await sendUsage(app, [record]);
    await app.ownerScript(`set session_replication_role = replica;
      update contract set ended_at = '2026-10-05' where id = '${metered.contractId}'`);
    expect(await sendUsage(app, [record, { ...record, quantity: '2' }])).toMatchObject({ duplicate: 1, refused: 1 });
  });

  it('is listed for the first 1,000 lines, and counted for all', async () => {
    const reply = await sendUsage(app, Array(1_500).fill('nonsense'));
    expect([reply.refused, reply.refusals.length, reply.refusals.at(-1)?.line]).toEqual([1_500, 1_000, 1_000]);
  });

  it('excludes a negative quantity that is marked as a correction', async () => {
    const metered = await meteredContract(app);
    const correction = usageOf(metered, { quantity: '-0.25', correction: true });
    expect(await sendUsage(app, [usageOf(metered), correction])).toMatchObject({ accepted: 2 });
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 2, quantity: '0.75' });
  });

  it('names the line by its number in the file, empty ones included', async () => {
    const reply = await sendUsage(app, ['', usageOf(await meteredContract(app)), '', 'nonsense']);
    expect(reply).toMatchObject({ accepted: 1, refusals: [{ line: 4 }] });
  });

  it('includes a body of another type, while an empty body is accepted', async () => {
    const json = await internalCaller(app).raw({
      method: 'POST',
      url: pathOf(usages.ingest, 'internal'),
      payload: { id: 'u' },
    });
    expect(json.statusCode).toBe(415);
    expect(await sendUsage(app, [''])).toEqual({ accepted: 0, duplicate: 0, refused: 0, refusals: [] });
  });
});
