import { parseDecimal } from '@usance/money/decimal';
import { instant } from '@usance/period/instant';
import { describe, expect, it } from 'vitest';
import { inWordsOf } from './words-of-statement.ts';

const place = { billingItem: 'storage', cloudProvider: 'aws', region: 'us-east-1', edition: 'ENTERPRISE' };
const priced = { ...place, consumptionUnit: 'GB-hour', priceUnit: 'GB-month' };
const segment = (skuNo: number, subType: string) => ({
  ...priced,
  product: 'Storage',
  type: 'Database',
  subType,
  skuNo,
  range: { start: instant('2026-09-01T00:00:00Z'), end: instant('2026-10-01T00:00:00Z') },
  unitPrice: parseDecimal('0.2160'),
  listPrice: parseDecimal('0.2160'),
  discount: parseDecimal('1'),
  netPrice: parseDecimal('0.0003'),
  chargeable: true,
});
const line = (subType: string, given: { listPrice?: string } = {}) => ({
  ...priced,
  product: 'Storage',
  type: 'Database',
  subType,
  consumption: '1',
  listPrice: '0.216',
  discount: '1.000000',
  adjustment: false,
  rows: 1n,
  amount: '0.0003',
  ...given,
});

describe('the words that a price is rated in', () => {
  it.each<[string, string[], string[], string[]]>([
    ['those of today, where the statement has them', ['hot', 'wal'], ['hot', 'wal'], ['hot', 'wal']],
    ['those of the only line that it can be', ['hot'], ['warm'], ['hot']],
    ['those of the line that no other price has', ['hot', 'wal'], ['warm', 'wal'], ['hot', 'wal']],
    ['those of today, where lines leave a choice', ['hot', 'wal'], ['warm', 'log'], ['warm', 'log']],
    ['those of today, where nothing of it was signed', [], ['warm'], ['warm']],
  ])('are %s', (_, signed, today, words) => {
    const rated = inWordsOf(
      signed.map((subType) => line(subType)),
      today.map((subType, index) => segment(index + 1, subType)),
    );
    expect(rated.map(({ subType }) => subType)).toEqual(words);
  });

  it('are not those of a line at another price', () => {
    const [rated] = inWordsOf([line('hot', { listPrice: '0.3' })], [segment(1, 'warm')]);
    expect(rated?.subType).toBe('warm');
  });
});
