import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { thingName } from './field-words.ts';

const folder = new URL('../../../../server/migrations/postgres/', import.meta.url);
const migrations = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));

it('every table whose changes the audit notes has a word', () => {
  const noted = migrations.flatMap((text) =>
    [...text.matchAll(/create trigger (\w+)_is_noted /g)].map(([, table = '']) => table),
  );
  expect(noted).toContain('contract_lifecycle');
  expect(noted.filter((table) => thingName(table) === table)).toEqual([]);
});
