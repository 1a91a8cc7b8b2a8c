import type { Region } from '@usance/api/contract/region';

const europe = new Set(['eu-central-1', 'eu-west-1', 'westeurope', 'northeurope']);
const southeastAsia = new Set([
  'ap-southeast-1',
  'ap-southeast-3',
  'southeastasia',
  'ap-singapore',
  'cn-hongkong',
  'ap-hongkong',
]);
const tokyo = new Set(['ap-northeast-1', 'japaneast']);

/** The multiplier of USD list prices in a region. CNY prices are the same everywhere. */
export function regionMultiplier({ region }: Region): string {
  if (europe.has(region)) return '1.10';
  if (southeastAsia.has(region)) return '1.15';
  if (tokyo.has(region)) return '1.20';
  return '1';
}
