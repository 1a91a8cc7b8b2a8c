import { afterEach, expect, it } from 'vitest';
import { setLocale } from '../../i18n/locale.ts';
import { billingItemWord, skuWord, tierWord, unitWord } from './sku-words.ts';

afterEach(() => setLocale('en'));

it('uses Chinese names of products, types and units', () => {
  setLocale('zh');
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

it('names billing items and tiers by their products and types', () => {
  expect([billingItemWord('storage'), tierWord('highPerf'), tierWord('export.vpc')]).toEqual([
    'storage',
    'highPerf',
    'Export, VPC',
  ]);
  setLocale('zh');
  expect(['storage', 'network', 'compute.r5-series', 'moon'].map(billingItemWord)).toEqual([
    '存储',
    '网络',
    '计算 r5 系列',
    'moon',
  ]);
  expect(['highPerf', 'import.public', 'moon'].map(tierWord)).toEqual(['高性能', '入站，公网', 'moon']);
});

it('keeps unknown names, and all English ones', () => {
  expect([skuWord('Compute'), unitWord('core-hour')]).toEqual(['Compute', 'core-hour']);
  setLocale('zh');
  expect([skuWord('Moon phases'), unitWord('moon-phase')]).toEqual(['Moon phases', 'moon-phase']);
});
