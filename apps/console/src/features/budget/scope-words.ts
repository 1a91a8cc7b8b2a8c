import type { BudgetFilter } from '@usance/api/billing/budget';
import * as m from '../../i18n/messages.gen.ts';
import { cloudName } from '../cloud/cloud-words.ts';
import { tagName } from '../purchase/filter/filter-options.ts';
import { skuWord } from '../sku/sku-words.ts';

/** Returns the usage that a budget counts, in one line. */
export function scopeWords({ datacloudID, cloudProvider, region, product, tag }: BudgetFilter): string {
  const parts = [
    [m.budget_scope_dataclouds(), datacloudID],
    [m.budget_scope_clouds(), cloudProvider?.map(cloudName)],
    [m.budget_scope_regions(), region],
    [m.budget_scope_products(), product?.map(skuWord)],
    [m.budget_scope_tags(), tag?.map(tagName)],
  ] as const;
  const said = parts.flatMap(([word, values]) => (values === undefined ? [] : [`${word}: ${values.join(', ')}`]));
  return said.length === 0 ? m.budget_scope_all() : said.join(' · ');
}
