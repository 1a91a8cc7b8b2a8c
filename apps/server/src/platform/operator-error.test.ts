import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { forOperator } from './operator-error.ts';

it('a socket of a database that is not there is told as one that does not answer', async () => {
  const [error] = await once(connect('/nowhere/.s.PGSQL.5432'), 'error').catch((found: unknown) => [found]);
  expect(forOperator(error)).toBe('A database does not answer: connect ENOENT /nowhere/.s.PGSQL.5432');
});

it('a name of several addresses, none of which answers, is told by the first', () => {
  const refused = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:1`));
  const error = Object.assign(new AggregateError(refused), { code: 'ECONNREFUSED' });
  expect(forOperator(error)).toBe('A database does not answer: connect ECONNREFUSED ::1:1');
});

it.each([
  ['25006', 'cannot execute UPDATE in a read-only transaction'],
  ['53100', 'could not extend file: No space left on device'],
])('what PostgreSQL cannot do for want of a place to write is told in its words: %s', (code, message) => {
  expect(forOperator(Object.assign(new Error(message), { code }))).toBe(`PostgreSQL refuses: ${message}`);
});
