import { instantOfEpochMs } from '@usance/period/instant';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { outside, type Version } from './outside.ts';

const at = (hour: number) => instantOfEpochMs(hour * 3_600_000);
const holds = ({ from, to }: Version, hour: number) => from <= at(hour) && (to === null || at(hour) < to);

const version = fc
  .tuple(fc.integer({ min: 0, max: 20 }), fc.option(fc.integer({ min: 1, max: 10 })))
  .map(([from, length]): Version => ({ from: at(from), to: length === null ? null : at(from + length) }));
const apart = (versions: Version[]) =>
  versions.every((one, i) => versions.every((two, j) => i === j || !hours.some((h) => holds(one, h) && holds(two, h))));
const hours = Array.from({ length: 40 }, (_, hour) => hour);

it('leaves the list price exactly the hours without a price of the contract’s own', () => {
  fc.assert(
    fc.property(version, fc.array(version, { maxLength: 4 }).filter(apart), (list, own) => {
      const left = outside(list, own);
      for (const hour of hours) {
        const expected = holds(list, hour) && !own.some((mine) => holds(mine, hour));
        expect(left.filter((piece) => holds(piece, hour))).toHaveLength(expected ? 1 : 0);
      }
    }),
  );
});
