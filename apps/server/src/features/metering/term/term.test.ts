import { describe, expect, it } from 'vitest';
import { fitted, type TermVersion } from './term.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
/** A version from a day to another, or with null without an end. A `!` after the id: it was ended by the next one. */
const version = (id: string, from: number, to: number | null): TermVersion => ({
  id: id.replace('!', ''),
  effective_from: at(from),
  effective_to: to === null ? null : at(to),
  ended_by_next: id.endsWith('!'),
  temporary: false,
});
const shown = (versions: readonly TermVersion[]) =>
  versions.map(({ id, effective_from, effective_to, ended_by_next }) => [
    `${id}${ended_by_next ? '!' : ''}`,
    effective_from.getUTCDate(),
    effective_to?.getUTCDate() ?? null,
  ]);

type Given = Parameters<typeof version>;
describe('versions are fitted together', () => {
  it.each<[why: string, given: Given[], expected: Given[]]>([
    ['none', [], []],
    [
      'an open version yields',
      [
        ['b', 5, null],
        ['a', 1, null],
      ],
      [
        ['a!', 1, 5],
        ['b', 5, null],
      ],
    ],
    ['the version that yielded continues', [['a!', 1, 5]], [['a', 1, null]]],
    ['a version that had yielded and moved behind the others yields no more', [['a!', 9, null]], [['a', 9, null]]],
    [
      'a version that has yielded yields again',
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
      'a version ended by a caller keeps its end',
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
      'all open versions yield',
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
});
