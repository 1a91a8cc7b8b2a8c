import { expect, it } from 'vitest';
import { fittingEntries } from './fitting-entries.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

const entry = (label: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: label,
  label,
  leads: { to: '/' },
  ...more,
});
const pages: PaletteGroup = {
  title: 'Pages',
  entries: [entry('Overview'), entry('Cost analysis', { words: ['spend'] }), entry('Statements')],
};
const statements: PaletteGroup = {
  title: 'Statements',
  entries: Array.from({ length: 12 }, (_, index) => entry(`Statement ${index + 1}`, { words: [`stm-${index + 1}x`] })),
  isFoundOnly: true,
};
const found = (typed: string) =>
  fittingEntries([pages, statements], typed).map(({ title, entries }) => [title, entries.map(({ label }) => label)]);

it('lists pages before anything is typed, and statements only for a text', () => {
  expect(found('')).toEqual([['Pages', ['Overview', 'Cost analysis', 'Statements']]]);
  expect(found(' STATEMENT 12 ')).toEqual([['Statements', ['Statement 12']]]);
});

it('finds by any word, in any order, and by words that are not shown', () => {
  expect(found('analysis cost')).toEqual([['Pages', ['Cost analysis']]]);
  expect(found('spend')).toEqual([['Pages', ['Cost analysis']]]);
  expect(found('stm-7x')).toEqual([['Statements', ['Statement 7']]]);
  expect(found('spend stm')).toEqual([]);
});

it('lists labels that begin with the text first, and their group before others', () => {
  const others: PaletteGroup = { title: 'Others', entries: [entry('All costs'), entry('Forecosts'), entry('Costs')] };
  expect(fittingEntries([statements, others], 'cost')[0]?.entries.map(({ label }) => label)).toEqual([
    'Costs',
    'All costs',
    'Forecosts',
  ]);
  expect(fittingEntries([pages, { ...others, title: 'First' }], 'all').map(({ title }) => title)).toEqual(['First']);
  expect(
    fittingEntries(
      [
        { title: 'Last', entries: [entry('The vouchers')] },
        { title: 'Best', entries: [entry('Vouchers')] },
      ],
      'vou',
    ).map(({ title }) => title),
  ).toEqual(['Best', 'Last']);
});

it('shows at most eight of a kind', () => {
  expect(found('stm-').flatMap(([, labels]) => labels)).toHaveLength(8);
});
