import { expect, it } from 'vitest';
import { quotedQuantity } from './quoted-quantity.ts';

const storage = {
  consumption: '21740400.000000000000',
  consumptionUnit: 'GB-hour',
  listPrice: '0.108',
  priceUnit: 'GB-month',
  discount: '0.92',
  amount: '3000.175200000000',
};

it.each([
  ['a price quoted by the GB-month', storage, '= 30,195 GB-month'],
  ['its currency named too', { ...storage, priceUnit: 'USD/GB-month' }, '= 30,195 GB-month'],
  ['a credit', { ...storage, consumption: '-21740400', amount: '-3000.1752' }, '= -30,195 GB-month'],
  ['what does not divide, half-up', { ...storage, consumption: '1', amount: '0.000138' }, '≈ 0.001 GB-month'],
  ['nothing charged at no price', { ...storage, listPrice: '0', amount: '0' }, '= 30,195 GB-month'],
])('shows GB-hours in GB-months: %s', (_what, line, months) => {
  expect(quotedQuantity(line)).toBe(months);
});

it.each([
  ['units that agree', { ...storage, priceUnit: 'GB-hour' }],
  ['other units', { ...storage, consumptionUnit: 'core-hour' }],
  ['less than it could tell from nothing', { ...storage, consumption: '0.3', amount: '0.0000414' }],
  ['a month that is not of 720 hours', { ...storage, amount: '2960.1752' }],
])('returns nothing for %s', (_what, line) => {
  expect(quotedQuantity(line)).toBeUndefined();
});
