import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstOverlap, fitted, type TermRow } from './term.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
/** A version from a day on, to another or (null) for good; `!` after its id: it was ended by the next one. */
const version = (id: string, from: number, to: number | null): TermRow => ({
  contract_id: 'ct-aaaa',
  id: id.replace('!', ''),
  effective_from: at(from),
  effective_to: to === null ? null : at(to),
  ended_by_next: id.endsWith('!'),
  reason: '',
  created_at: at(1),
});
const shown = (versions: readonly TermRow[]) =>
  versions.map(({ id, effective_from, effective_to, ended_by_next }) => [
    `${id}${ended_by_next ? '!' : ''}`,
    effective_from.getUTCDate(),
    effective_to?.getUTCDate() ?? null,
  ]);

const holdsAt = ({ effective_from, effective_to }: TermRow, on: Date) =>
  effective_from <= on && (effective_to === null || on < effective_to);

type Given = Parameters<typeof version>;
describe('versions fit', () => {
  it.each<[why: string, given: Given[], expected: Given[]]>([
    ['none', [], []],
    [
      'what is open makes way',
      [
        ['b', 5, null],
        ['a', 1, null],
      ],
      [
        ['a!', 1, 5],
        ['b', 5, null],
      ],
    ],
    ['what made way goes on', [['a!', 1, 5]], [['a', 1, null]]],
    [
      'what made way makes way for another',
      [
        ['a!', 1, 5],
        ['b', 9, null],
      ],
      [
        ['a!', 1, 9],
        ['b', 9, null],
      ],
    ],
    [
      'what was ended by somebody stays',
      [
        ['a', 1, 5],
        ['b', 9, null],
      ],
      [
        ['a', 1, 5],
        ['b', 9, null],
      ],
    ],
    [
      'what is open makes no way for what ends',
      [
        ['a', 1, null],
        ['b', 5, 6],
      ],
      [
        ['a', 1, null],
        ['b', 5, 6],
      ],
    ],
    [
      'all that are open make way',
      [
        ['a', 1, null],
        ['b', 5, null],
        ['c', 9, null],
      ],
      [
        ['a!', 1, 5],
        ['b!', 5, 9],
        ['c', 9, null],
      ],
    ],
  ])('%s', (_, given, expected) => {
    expect(shown(fitted(given.map((each) => version(...each))))).toEqual(expected);
  });

  it('again without a change, and hold one at a time unless an overlap is told', () => {
    const anyVersion = fc.record({
      from: fc.integer({ min: 1, max: 20 }),
      days: fc.option(fc.integer({ min: 1, max: 8 })),
      byNext: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.uniqueArray(anyVersion, { maxLength: 6, selector: ({ from }) => from }), (given) => {
        const versions = given.map(({ from, days, byNext }, index) =>
          version(`v${index}${byNext && days !== null ? '!' : ''}`, from, days === null ? null : from + days),
        );
        const fit = fitted(versions);
        expect(fitted(fit)).toEqual(fit);
        expect(fit).toHaveLength(versions.length);
        const held = Array.from({ length: 30 }, (__, day) => fit.filter((each) => holdsAt(each, at(day + 1))).length);
        expect(held.some((count) => count > 1)).toBe(firstOverlap(fit) !== undefined);
      }),
      { numRuns: 500 },
    );
  });
});
