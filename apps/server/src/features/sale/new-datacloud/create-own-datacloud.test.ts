import { dataclouds } from '@usance/api/contract/datacloud';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { member } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { contractInItsYear } from '../../billing/account-period/account-period.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('no data cloud is created while the account is suspended, and again once what was owed is paid', async () => {
  const contract = await contractInItsYear(app);
  const body = { contractId: contract.id, regionID: 'aws-us-east-1', edition: 'ENTERPRISE' } as const;
  // A new member for each call, because sessions expire during a suspension.
  const create = async (name: string) =>
    (await member(app, contract.id, 'dc_creator')).call(dataclouds.create, { body: { ...body, name } });
  await contract.sign('01', '100', '02-02T10:00:00Z');
  await contract.until('02-08T10:00:00Z');
  expect(await contract.balance()).toMatchObject({ state: { summary: 'extensionPeriod' } });
  expect(await create('in_extension')).toMatchObject({ state: 'RUNNING' });

  await contract.until('02-24T10:00:00Z');
  const creator = await member(app, contract.id, 'dc_creator');
  const refusal = await creator.refusal(dataclouds.create, { body: { ...body, name: 'in_suspension' } });
  expect(refusal).toMatchObject({ reason: 'ACCOUNT_PERIOD_CONFLICT', metadata: { accountPeriod: 'suspensionPeriod' } });

  await contract.deposit('100');
  expect(await create('after_cure')).toMatchObject({ state: 'RUNNING' });
});
