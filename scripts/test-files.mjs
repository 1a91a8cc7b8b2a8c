import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './repository.mjs';

/** Tests of pure rules: no engine, no process. */
export const fastTests = () =>
  serverTests()
    .filter((file) => !usesEngine(file))
    .concat('packages/');

/** Tests that mean the same on either PostgreSQL and have to hold on both. */
export const engineTests = () => serverTests().filter((file) => isOnPostgres(file));

function serverTests() {
  return readdirSync(join(repository, 'apps', 'server', 'src'), { recursive: true })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join('apps', 'server', 'src', file));
}

function isOnPostgres(file) {
  return /TEST_POSTGRES_URL|testing\/test-(app|postgres)/.test(textOf(file));
}

function usesEngine(file) {
  return isOnPostgres(file) || /testing\/|open(Postgres|ClickHouse)|startEmbedded|child_process/.test(textOf(file));
}

function textOf(file) {
  return readFileSync(join(repository, file), 'utf8');
}
