import { afterEach, expect, it } from 'vitest';
import { overwriteGetLocale } from '../../paraglide/runtime.js';
import { skuWord, unitWord } from './sku-words.ts';

afterEach(() => overwriteGetLocale(() => 'en'));

it('calls products, types and units by Chinese names in Chinese', () => {
  overwriteGetLocale(() => 'zh');
  expect(['Compute', 'Warehouse', 'r5-series', 'Import, VPC'].map(skuWord)).toEqual([
    '计算',
    '计算仓',
    'r5 系列',
    '入站，VPC',
  ]);
  expect(['core-hour', 'GB', '= 30,195 GB-month', 'USD/core-hour'].map(unitWord)).toEqual([
    '核时',
    'GB',
    '= 30,195 GB·月',
    'USD/核时',
  ]);
});

it('keeps the name of what it does not know, and every name in English', () => {
  expect([skuWord('Compute'), unitWord('core-hour')]).toEqual(['Compute', 'core-hour']);
  overwriteGetLocale(() => 'zh');
  expect([skuWord('Moon phases'), unitWord('moon-phase')]).toEqual(['Moon phases', 'moon-phase']);
});
