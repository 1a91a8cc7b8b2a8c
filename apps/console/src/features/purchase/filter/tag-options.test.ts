import { expect, it } from 'vitest';
import { tagOptions } from './filter-options.ts';

it('offers each value of a tag, also an empty one, and usage without the tag', () => {
  expect(tagOptions([{ key: 'team', values: ['', 'a=b'] }])).toEqual([
    { value: 'team=', label: 'team: ' },
    { value: 'team=a=b', label: 'team: a=b' },
    { value: 'team', label: 'No tag team' },
  ]);
});
