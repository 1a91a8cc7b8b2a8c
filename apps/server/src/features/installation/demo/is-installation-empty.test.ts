import { accounts } from '@usance/api/people/account';
import { tokens } from '@usance/api/people/token';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contract, person } from '#testing/builders.ts';
import { anonymousCaller, internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { isInstallationEmpty } from './is-installation-empty.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ clickhouse: true, damaged: 'rows are planted' });
});
afterEach(() => app.close());

describe('an installation is empty for the demonstration', () => {
  it('after its first start, even after attempts to sign in', async () => {
    expect(await isInstallationEmpty(app.deps)).toBe(true);
    const guessed = { body: { identifier: 'nobody@example.com', password: 'Wrong-horse-7' } };
    await anonymousCaller(app).refusal(accounts.login, guessed);
    await app.ownerScript(`insert into calendar_tick (last_at) values (now())`);
    expect(await isInstallationEmpty(app.deps)).toBe(true);
  });

  it.each<[string, (app: TestApp) => Promise<unknown>]>([
    ['an account', person],
    ['a contract and no account', contract],
    [
      'a token beside the configured one',
      ({ ownerScript }) =>
        ownerScript(`insert into internal_token values ('tok-a', 'hash', '{}', now(), null, 'meter')`),
    ],
    [
      'a token made by a call',
      (it) => internalCaller(it).call(tokens.create, { body: { name: 'meter', scopes: ['usage.write'] } }),
    ],
    [
      'a SKU',
      ({ ownerScript }) =>
        ownerScript(`insert into sku (id, product, type, sub_type, billing_item, tier, resource_kind, cost_kind,
          cloud_provider, region, edition, unit) values ('sku-a', '', '', '', '', '', '', '', '', '', '', '')`),
    ],
    [
      "an administrator's table with a row in it",
      ({ ownerScript }) => ownerScript('create table notes as select 1 as it; grant select on notes to public'),
    ],
    [
      'a table that the application may not read',
      ({ ownerScript }) => ownerScript('create table notes as select 1 as it'),
    ],
    [
      'usage without a contract',
      ({ deps }) => deps.clickhouse.command("INSERT INTO usage_record (batch_no, bill_at) VALUES (1, '2026-10-01')"),
    ],
  ])('but not with %s', async (_, given) => {
    await given(app);
    expect(await isInstallationEmpty(app.deps)).toBe(false);
  });
});
