import { expect, it } from 'vitest';
import { catalogueOf } from './catalogue.ts';
import { compareCosts } from './compare-costs.ts';
import { focusUsage } from './focus-row.fixture.ts';
import type { FocusUsage } from './focus-row.ts';

const usage = focusUsage();
const count = 10_000;

/** Lines that count each access, and the most accesses within one turn of the event loop. */
function watched() {
  let [looks, most, isOver] = [0, 0, false];
  const turn = () => {
    most = Math.max(most, looks);
    looks = 0;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const usages = Array.from({ length: count }, (_, at) => ({
    line: at + 2,
    get usage(): FocusUsage {
      looks += 1;
      return usage;
    },
  }));
  const mostInOneTurn = () => {
    isOver = true;
    return Math.max(most, looks);
  };
  return { usages, mostInOneTurn };
}

it('a large file is planned in stretches that let other requests run', async () => {
  const { usages, mostInOneTurn } = watched();
  const catalogue = await catalogueOf(usages, 'ct-abcdefgh');
  expect(mostInOneTurn()).toBeLessThan(count / 10);
  expect([catalogue.usages.length, catalogue.skus.length]).toEqual([count, 1]);
});

it('a large file is compared in stretches, with the same result', async () => {
  const { usages, mostInOneTurn } = watched();
  // Of ten lines, one has no amount, and one an amount other than the file's.
  const amounts = new Map(
    usages.filter(({ line }) => line % 10 !== 0).map(({ line }) => [line, line % 10 === 1 ? '2.5' : '2.000000000000']),
  );
  const file = { rows: count + 1, account: '', currency: 'USD', usages, notes: [] } as const;
  const report = await compareCosts({ id: 'ct-abcdefgh', commencingOn: '2024-09-18' }, file, amounts, new Map());
  expect(mostInOneTurn()).toBeLessThan(count / 10);
  expect(report).toMatchObject({ rows: 10_001, rated: 9_000, excluded: 1_001, agreed: 8_000, disagreed: 1_000 });
  expect([report.totalRated, report.totalListCost]).toEqual(['18500.000000000000', '18000.000000000000']);
  expect(report.notes.map(({ line }) => line)).toEqual(report.notes.map(({ line }) => line).sort((a, b) => a - b));
});
