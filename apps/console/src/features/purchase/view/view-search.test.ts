import { type CostAnalysis, costViewBody } from '@usance/api/billing/cost-view';
import { instant } from '@usance/period/instant';
import { relativeRanges } from '@usance/period/month-range';
import { purchasePeriodOf } from '@usance/period/purchase-period';
import { describe, expect, it } from 'vitest';
import { type PurchaseSearch, purchaseSearch } from '../search/purchase-search.ts';
import { analysisOf, searchOfView, showSame } from './view-search.ts';

const now = instant('2026-11-21T05:17:00Z');
const metered = { zone: 'UTC', since: instant('2024-01-01T00:00:00Z'), through: now } as const;
const saved = (address: Partial<PurchaseSearch>): CostAnalysis => {
  const search = purchaseSearch.parse(address);
  return analysisOf(search, purchasePeriodOf(search, metered, now), 'UTC');
};
const rangeOf = (address: Partial<PurchaseSearch>) => saved(address).range;

describe('a view of an address', () => {
  it.each<Partial<PurchaseSearch>>([
    {},
    { range: 'last-3-months', compare: 'year', groupBy: 'tag:team', step: 'week', nonzero: true },
    { range: '2026-10-01..2026-10-15', compare: 'off', groupBy: 'datacloud', datacloudID: ['dc-aaaa', 'dc-bbbb'] },
    { groupBy: 'cloud', cloud: ['aws'], edition: ['ENTERPRISE'], region: ['us-east-1'], tag: ['env=prod', 'team'] },
    {
      groupBy: 'object',
      product: ['Compute'],
      type: ['Warehouse'],
      subType: ['r'],
      billingItem: ['x'],
      objectID: ['wh'],
    },
  ])('opens as it was saved: %j', (address) => {
    const analysis = saved(address);
    const search = purchaseSearch.parse({ ...searchOfView({ id: 'view-aaaa', analysis }) });
    expect(search).toEqual({ ...purchaseSearch.parse(address), saved: 'view-aaaa' });
    expect(showSame(saved(search), analysis)).toBe(true);
  });

  it('is accepted by the server, with each range of the page', () => {
    for (const range of [...relativeRanges, '2026-10-01..2026-10-15', '2026-10-01..', 'nonsense'])
      expect(costViewBody.safeParse({ name: 'a', analysis: saved({ range }) }).success).toBe(true);
  });

  it('keeps a relative time as a word, and the months of older links as days', () => {
    expect(rangeOf({ range: 'last-month' })).toBe('last-month');
    expect(rangeOf({ range: '2026-11-10..' })).toBe('2026-11-10..');
    expect(rangeOf({ range: '2026-09..2026-10' })).toBe('2026-09-01..2026-10-31');
    expect(rangeOf({ time: instant('2026-10-09T12:00:00Z') })).toBe('2026-10-01..2026-10-31');
  });

  it('leaves out words that no server knows, and what belongs to the tables alone', () => {
    expect(saved({ cloud: ['moon', 'aws'], edition: ['none'], view: 'rows', page: 4, day: '2026-11-02' })).toEqual(
      saved({ cloud: ['aws'] }),
    );
  });

  it('is the same whatever the order of values, and another with other values', () => {
    const [one, other] = [saved({ product: ['A', 'B'] }), saved({ product: ['B', 'A'] })];
    expect(showSame(one, other)).toBe(true);
    expect(showSame(one, saved({ product: ['A'] }))).toBe(false);
    expect(showSame(one, saved({ product: ['A', 'B'], step: 'month' }))).toBe(false);
  });
});
