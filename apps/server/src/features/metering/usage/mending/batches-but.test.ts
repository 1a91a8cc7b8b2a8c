import { describe, expect, it } from 'vitest';
import { batchesBut } from './batches-but.ts';

describe(batchesBut.name, () => {
  it.each([
    [[], ['0 to 9 but ']],
    [[4], ['0 to 9 but 4']],
    [
      [7, 2, 4, 5, 12],
      ['0 to 4 but 2,4', '5 to 9 but 5,7'],
    ],
    [
      [1, 2, 3, 9, 8],
      ['0 to 2 but 1,2', '3 to 8 but 3,8', '9 to 9 but 9'],
    ],
  ])('less %j are pieces without gap or overlap', (named, pieces) => {
    const found = batchesBut(named.map(BigInt), 9n, 2);
    expect(found.map(({ first, through, but }) => `${first} to ${through} but ${but}`)).toEqual(pieces);
  });
});
