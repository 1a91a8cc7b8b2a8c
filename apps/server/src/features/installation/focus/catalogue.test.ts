import { datacloudName } from '@usance/api/contract/datacloud';
import { describe, expect, it } from 'vitest';
import { catalogueOf } from './catalogue.ts';
import { focusUsage } from './focus-row.fixture.ts';
import type { FocusUsage } from './focus-row.ts';

const plan = (...usages: FocusUsage[]) =>
  catalogueOf(
    usages.map((each, line) => ({ line, usage: each })),
    'ct-abcdefgh',
  );

describe('catalogueOf', () => {
  it('puts one item at one price under one SKU, and a second price under another', async () => {
    const { skus, usages } = await plan(
      focusUsage(),
      focusUsage({ ListUnitPrice: '3' }),
      focusUsage({ ListUnitPrice: '2.0' }),
    );
    expect(skus.map(({ content, unitPrice }) => [content.billingItem, content.tier, unitPrice])).toEqual([
      ['P1', 'ct-abcdefgh', '2.000000000000'],
      ['P1', 'ct-abcdefgh#2', '3.000000000000'],
    ]);
    expect(usages.map(({ sku }) => sku)).toEqual([0, 1, 0]);
  });

  it.each([{ RegionId: 'eu-central-1' }, { PricingUnit: 'GB' }, { SkuPriceId: 'P2' }, { ProviderName: 'Microsoft' }])(
    'puts usage that differs in %j under another SKU',
    async (changed) => {
      expect((await plan(focusUsage(), focusUsage(changed))).skus).toHaveLength(2);
    },
  );

  it('makes a data cloud for each sub-account in each region', async () => {
    const { dataclouds, usages } = await plan(
      focusUsage(),
      focusUsage({ SubAccountName: 'Other' }),
      focusUsage({ RegionId: 'US West 2' }),
      focusUsage({ RegionId: 'eu-west-1' }),
    );
    expect(usages.map(({ datacloud }) => datacloud)).toEqual([0, 1, 0, 2]);
    expect(dataclouds.map(({ region }) => region)).toEqual(['us-west-2', 'us-west-2', 'eu-west-1']);
  });

  it.each(['Atlas Nimbus', '51738928782', '云账号', '_', 'x'.repeat(300), 'a-b.c/d'])(
    'gives the sub-account %j a name that the console allows, even twice',
    async (SubAccountName) => {
      const { dataclouds } = await plan(
        focusUsage({ SubAccountName }),
        focusUsage({ SubAccountName: `${SubAccountName}!` }),
      );
      const names = dataclouds.map(({ name }) => datacloudName.safeParse(name).data);
      expect(new Set(names).size).toBe(2);
      expect(names).not.toContain(undefined);
    },
  );

  it('gives a thousand sub-accounts of one spelling different names', async () => {
    const { dataclouds } = await plan(
      ...Array.from({ length: 1_000 }, (_, at) => focusUsage({ SubAccountName: '账'.repeat(at + 1) })),
    );
    expect(new Set(dataclouds.map(({ name }) => name)).size).toBe(1_000);
    expect(dataclouds.slice(0, 3).map(({ name }) => name)).toEqual([
      'account_abcdefgh',
      'account_abcdefgh_2',
      'account_abcdefgh_3',
    ]);
  });
});
