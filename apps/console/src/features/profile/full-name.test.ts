import { expect, it } from 'vitest';
import { fullNameOf } from './full-name.ts';

it.each([
  [{ firstName: 'Ada', lastName: 'Byron' }, 'Ada Byron'],
  [{ firstName: '伟', lastName: '王' }, '王伟'],
  [{ firstName: 'Ada' }, 'Ada'],
  [{ fullName: 'Countess of Lovelace', firstName: 'Ada' }, 'Countess of Lovelace'],
  [{}, ''],
])('%j is called %j', (traits, name) => {
  expect(fullNameOf(traits)).toBe(name);
});
