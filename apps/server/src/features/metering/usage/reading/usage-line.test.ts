import { describe, expect, it } from 'vitest';
import { ownUsageIn } from '../payload/own-usage.ts';
import { readUsageLine } from './usage-line.ts';

const now = new Date('2026-10-15T12:00:00Z');
const record = {
  id: 'u-1',
  contractId: 'ct-aaaaaaaa',
  datacloudId: 'dc-aaaaaaaa',
  objectId: 'wh-1',
  objectName: 'orders',
  resourceKind: 'warehouse',
  billingItem: 'compute',
  quantity: '1.5',
  unit: 'core-hour',
  start: '2026-10-15T10:00:00Z',
  end: '2026-10-15T11:00:00Z',
};
const read = (value: unknown) => readUsageLine(7, typeof value === 'string' ? value : JSON.stringify(value), now);

describe('readUsageLine', () => {
  it('reads a record and fills in defaults', () => {
    expect(read(record)).toMatchObject({ line: 7, kind: { source: 'default', tier: '', chargeable: true } });
  });

  it('reads a CloudEvent as the record that is its data', () => {
    const { id: _, ...data } = record;
    const event = { specversion: '1.0', id: 'e-1', source: 'meter/1', type: 'usage', time: record.start, data };
    const line = read(event);
    expect(line).toMatchObject({ kind: { source: 'meter/1' }, quantity: '1.5' });
    expect('own' in line && ownUsageIn(line.own)).toMatchObject({ id: 'e-1', quantity: '1.5' });
  });

  it('gives the same hash for any order of fields and any offset of instants', () => {
    const turned = Object.fromEntries(Object.entries({ ...record, start: '2026-10-15T12:00:00+02:00' }).reverse());
    expect(read(turned)).toMatchObject({ contentHash: hashOf(record) });
    expect(hashOf({ ...record, quantity: '1.6' })).not.toEqual(hashOf(record));
  });

  it.each(['1.50', '1.500000000000'])('gives the quantity %s the same hash as 1.5', (quantity) => {
    expect(hashOf({ ...record, quantity })).toEqual(hashOf(record));
  });

  it('gives a field at its default the same hash as an absent one', () => {
    expect(hashOf({ ...record, tier: '', chargeable: true, correction: false })).toEqual(hashOf(record));
    expect(hashOf({ ...record, tier: 'hot' })).not.toEqual(hashOf(record));
    expect(hashOf({ ...record, chargeable: false })).not.toEqual(hashOf(record));
  });

  it.each([
    [record, '74d73ccf71c12bb2'],
    [{ ...record, objectName: 'Größe 数据 "😀"', tier: 'hot', chargeable: false }, 'a1eccd913fd35386'],
  ])('hashes %# as existing installations have it', (given, hash) => {
    expect(hashOf(given)).toBe(hash);
  });

  it('never returns half a character', () => {
    const refused = read({ ...record, id: `${'x'.repeat(199)}😀`, objectName: '\ud800' });
    expect('message' in refused && refused.id?.isWellFormed()).toBe(true);
  });

  it.each([
    ['{not json', ''],
    ['[]', ''],
    ['null', ''],
    ['{"__proto__":{"a":1}}', ''],
    [{ ...record, surprise: 1 }, 'surprise'],
    [{ ...record, quantity: '-1' }, 'quantity'],
    [{ ...record, quantity: 1 }, 'quantity'],
    [{ ...record, quantity: '1e3' }, 'quantity'],
    [{ ...record, quantity: '1.0000000000001' }, 'quantity'],
    [{ ...record, quantity: '100000000000000' }, 'quantity'],
    [{ ...record, quantity: '-100000000000000', correction: true }, 'quantity'],
    [{ ...record, end: record.start }, 'end'],
    [{ ...record, end: '2026-10-15T12:10:00Z', start: '2026-10-15T12:00:00Z' }, 'end'],
    [{ ...record, start: '2026-10-15T09:30:00Z' }, 'start'],
    [{ ...record, start: '2026-09-10T10:00:00Z' }, 'end'],
    [{ ...record, start: '2026-02-30T10:00:00Z' }, 'start'],
    [{ ...record, start: '1999-12-31T23:00:00Z', end: '2000-01-01T00:00:00Z' }, 'start'],
    [{ ...record, start: '1926-10-10T10:00:00Z', end: '1926-10-10T11:00:00Z' }, 'start'],
    [{ ...record, end: '2101-01-01T00:00:00Z' }, 'end'],
    [{ ...record, id: 'a\ud800' }, 'id'],
    [{ ...record, objectName: '\udc00b' }, 'objectName'],
    [{ ...record, tier: 'a\ud800b' }, 'tier'],
    [{ specversion: '1.0', id: 'e', source: 's', type: 't' }, 'specversion'],
    [{ specversion: '1.0', id: 'e\ud800', source: 's', type: 't', data: { ...record, id: undefined } }, 'id'],
  ])('refuses %j and names %s', (value, field) => {
    const refused = read(value);
    expect(refused).toMatchObject({ line: 7, reason: 'INVALID_PARAMETER' });
    expect('message' in refused && refused.message.startsWith(field)).toBe(true);
  });

  it.each([
    ['within an hour', '2026-10-15T10:10:00Z', '2026-10-15T10:20:00Z'],
    ['a day on the hour', '2026-10-14T00:00:00Z', '2026-10-15T00:00:00Z'],
  ])('takes usage %s', (_, start, end) => {
    expect(read({ ...record, start, end })).toHaveProperty('kind');
  });

  it.each(['99999999999999.999999999999', '0.000000000001'])('accepts the extreme quantity %s', (quantity) => {
    expect(read({ ...record, quantity })).toHaveProperty('kind');
  });

  it('accepts a negative quantity in a correction only', () => {
    expect(read({ ...record, quantity: '-1', correction: true })).toHaveProperty('kind');
  });
});

function hashOf(value: unknown) {
  const line = read(value);
  return 'contentHash' in line ? line.contentHash : undefined;
}
