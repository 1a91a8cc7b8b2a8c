import { expect, test } from 'vitest';
import { changeOf, highestDay } from './purchase-change.ts';

test.each([
  ['112.4', '100', 'up', '12.4% more than Oct'],
  ['87.65', '100', 'down', '12.4% less than Oct'],
  ['100.00', '100', 'level', 'Same as Oct'],
])('%s after %s is shown as %s: %s', (now, before, direction, text) => {
  expect(changeOf(now, before, 'Oct')).toEqual({ direction, text });
});

test.each(['0', '0.00', '-3'])('compared with %s there is no percentage', (before) => {
  expect(changeOf('12', before, 'Oct')).toBeUndefined();
});

test('the highest day is found among amounts that a JS number cannot distinguish', () => {
  const [low, high] = [{ amount: '90071992547409931.00000001' }, { amount: '90071992547409931.00000002' }];
  expect(highestDay([low, high, low])).toBe(high);
  expect(highestDay([{ amount: '0' }])).toBeUndefined();
});
