import { tokens } from '@usance/api/people/token';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BadConfig } from '#platform/failure/operator-error.ts';
import { tokenCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { runTokenCommand } from './token-command.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('creates a token, shows it once, lists it and revokes it', async () => {
  const [line = '', told = ''] = await runTokenCommand(app.deps, ['make', 'meter eu-1', 'token.write']);
  expect(line).toMatch(/^tok-\w+ {2}"meter eu-1" {2}token\.write {2}created .*, never used$/);
  const token = /[\w-]{43}$/.exec(told)?.[0] ?? '';
  const id = line.split(' ')[0] ?? '';
  const holder = tokenCaller(app, token);
  await holder.call(tokens.list, { query: {} });
  expect((await runTokenCommand(app.deps, ['list'])).join('\n')).toMatch(new RegExp(`^${id} .*last used`, 'm'));
  await runTokenCommand(app.deps, ['revoke', id]);
  const list = (await runTokenCommand(app.deps, ['list'])).join('\n');
  expect(list).toMatch(new RegExp(`^${id} .*revoked`, 'm'));
  expect(list).not.toContain(token);
  expect(await holder.refusal(tokens.list, {})).toMatchObject({ code: 401 });
});

it.each([
  [[]],
  [['mend']],
  [['make']],
  [['make', 'x']],
  [['make', 'x', 'write']],
  [['list', 'x']],
  [['revoke']],
  [['revoke', 'tok-aaaaaaaa']],
  [['revoke', 'tok-config']],
])('%j is refused in one line', async (given) => {
  const refused = await runTokenCommand(app.deps, given).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(BadConfig);
  expect(String(refused)).not.toContain('\n');
});
