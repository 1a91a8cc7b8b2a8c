import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const repository = join(import.meta.dirname, '..');
const server = 'apps/server/src';

/** Returns the tests of pure rules: they start no engine and no process. */
export function ruleTests(): string[] {
  return [
    'packages/*/src/**/*.test.ts',
    'scripts/**/*.test.ts',
    ...serverTests().filter((file) => !needsEngine(file) && !mocksModules(file)),
  ];
}

/** Returns the server's tests that start an engine or a process, or use a running one. */
export function engineTests(): string[] {
  return serverTests().filter((file) => needsEngine(file) && !mocksModules(file));
}

/** Returns the server's tests that mock modules, with engines or without. */
export function mockingTests(): string[] {
  return serverTests().filter(mocksModules);
}

function serverTests(): string[] {
  return readdirSync(join(repository, server), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `${server}/${file.replaceAll('\\', '/')}`);
}

function needsEngine(file: string): boolean {
  const text = textOf(file);
  const fixtures = [...text.matchAll(/from '(\..+?\.fixture\.ts)'/g)].map(([, path = '']) => join(dirname(file), path));
  return [text, ...fixtures.filter((path) => existsSync(join(repository, path))).map(textOf)].some((each) =>
    /\/(test-app|test-postgres|test-clickhouse|server-process)\.ts'|open(Postgres|ClickHouse)|startEmbedded|child_process/.test(
      each,
    ),
  );
}

function mocksModules(file: string): boolean {
  return textOf(file).includes('vi.mock(');
}

function textOf(file: string): string {
  return readFileSync(join(repository, file), 'utf8');
}
