import { accountPeriods } from '@usance/api/billing/account-period';
import { auditRecords } from '@usance/api/contract/audit-record';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { dataclouds } from '@usance/api/contract/datacloud';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { ticksOf } from '../../../ticks.ts';
import { builtInProvisioner } from '../../contract/datacloud/provisioner.ts';
import { contractInItsYear } from './account-period.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z' });
});
afterAll(() => app.close());

/** Runs the product's minute round. */
async function minute(provisioner = builtInProvisioner): Promise<void> {
  const tick = ticksOf({ ...app.deps, provisioner }).find(({ name }) => name === 'account-period.follow-due');
  expect(tick?.cron).toBe('* * * * *');
  await tick?.run(app.clock.now());
}

/**
 * A contract with a data cloud that owes 20 since 02-02T09:00. It has no credit limit, so it breaches at 02-03T09:00.
 */
async function latePayer() {
  const payer = await contractInItsYear(app);
  const body = { contractId: payer.id, regionID: 'aws-us-east-1', edition: 'ENTERPRISE' } as const;
  // A new member each time: sessions expire within the test.
  const person = () => member(app, payer.id, 'admin');
  const create = async (name: string) => (await person()).call(dataclouds.create, { body: { ...body, name } });
  const { id: datacloudID } = await create(`lake_${payer.year}`);
  await payer.sign('01', '20', '02-02T09:00:00Z');
  /** The states of the account and the data clouds, as their customer reads them. */
  const stand = async () => {
    const query = { contractId: payer.id, includeDeleted: true, orderBy: 'gmtCreated', ordering: 'asc' } as const;
    const { items } = await (await person()).call(dataclouds.list, { query });
    return [(await payer.balance()).state.summary, ...items.map(({ state }) => state)];
  };
  const standAt = async (when: string) => {
    app.clock.moveTo(payer.at(when));
    await minute();
    return stand();
  };
  const acts = async () => {
    const { items } = await (await person()).call(auditRecords.list, {
      params: { id: payer.id },
      query: { call: 'datacloud' },
    });
    return items
      .filter(({ actor }) => actor.kind === 'platform')
      .map(({ call, changes }) => [call, changes.map(({ after }) => after?.['state'])]);
  };
  return { ...payer, datacloudID, create, stand, standAt, acts };
}

describe('data clouds of a late payer', () => {
  it('run, are paused and are deleted at the instants of the account period', async () => {
    const { standAt, acts } = await latePayer();
    expect([
      await standAt('02-02T10:00:00Z'),
      await standAt('02-03T08:59:59.999Z'),
      await standAt('02-03T09:00:00Z'),
      await standAt('02-18T08:59:59.999Z'),
      await standAt('02-18T09:00:00Z'),
      await standAt('03-05T08:59:59.999Z'),
      await standAt('03-05T09:00:00Z'),
      await standAt('04-04T08:59:59.999Z'),
      await standAt('04-04T09:00:00Z'),
      await standAt('05-01T00:00:00Z'),
    ]).toEqual([
      ['overdraft', 'RUNNING'],
      ['overdraft', 'RUNNING'],
      ['extensionPeriod', 'RUNNING'],
      ['extensionPeriod', 'RUNNING'],
      ['suspensionPeriod', 'PAUSED'],
      ['suspensionPeriod', 'PAUSED'],
      ['backupPeriod', 'PAUSED'],
      ['backupPeriod', 'PAUSED'],
      ['destructionPeriod', 'DELETED'],
      ['destructionPeriod', 'DELETED'],
    ]);
    expect(await acts()).toEqual([
      ['datacloud.destroy', ['DELETING', 'DELETED']],
      ['datacloud.pause', ['PAUSED']],
    ]);
  });

  it.each(['02-20T00:00:00Z', '03-20T00:00:00Z'])('run again once the debt is paid on %s', async (when) => {
    const { standAt, deposit, stand, acts } = await latePayer();
    expect((await standAt(when))[1]).toBe('PAUSED');
    await deposit('20');
    await minute();
    expect(await stand()).toEqual(['normal', 'RUNNING']);
    await minute();
    expect((await acts()).map(([act]) => act)).toEqual(['datacloud.resume', 'datacloud.pause']);
  });

  it('are gone after destruction, whatever is paid; a reopened contract can create new ones', async () => {
    const { standAt, create, deposit, caller, reopen, stand } = await latePayer();
    await standAt('04-05T00:00:00Z');
    await deposit('20');
    await minute();
    expect(await stand()).toEqual(['destructionPeriod', 'DELETED']);
    await caller.call(accountPeriods.reopen, reopen);
    await minute();
    expect(await create('after_all')).toMatchObject({ state: 'RUNNING' });
    expect(await stand()).toEqual(['normal', 'DELETED', 'RUNNING']);
  });

  it('stay paused once the contract has ended, whatever is paid, and are deleted in the end', async () => {
    const paid = await latePayer();
    await paid.standAt('02-20T00:00:00Z');
    const end = (contractId: string) =>
      internalCaller(app).call(contractLifecycles.create, {
        body: { contractId, state: 'End', reason: 'as agreed' },
      });
    await end(paid.id);
    await paid.deposit('20');
    await minute();
    expect(await paid.stand()).toEqual(['normal', 'PAUSED']);
    const late = await latePayer();
    await end(late.id);
    expect(await late.standAt('04-04T09:00:00Z')).toEqual(['destructionPeriod', 'DELETED']);
  });

  it('of a renewed contract follow the account of the new one', async () => {
    const late = await latePayer();
    expect(await late.standAt('02-20T00:00:00Z')).toEqual(['suspensionPeriod', 'PAUSED']);
    const { id: successorId } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    const body = { contractId: late.id, state: 'Renewed', reason: 'as agreed', successorId } as const;
    await internalCaller(app).call(contractLifecycles.create, { body });
    await minute();
    const reader = await member(app, successorId, 'viewer');
    const { items } = await reader.call(dataclouds.list, { query: {} });
    expect(items).toMatchObject([{ id: late.datacloudID, state: 'RUNNING' }]);
    expect(await late.stand()).toEqual(['suspensionPeriod']);
  });

  it('are paused once by concurrent rounds', async () => {
    const payer = await latePayer();
    app.clock.moveTo(payer.at('02-20T00:00:00Z'));
    await Promise.all([minute(), minute(), minute()]);
    expect(await payer.acts()).toEqual([['datacloud.pause', ['PAUSED']]]);
  });

  it('are left alone by rounds without a change', async () => {
    const { standAt } = await latePayer();
    await standAt('02-20T00:00:00Z');
    const touched = { ...builtInProvisioner, order: () => Promise.reject(new Error('asked again')) };
    await minute(touched);
    const { follow_at } = await app.deps.db
      .selectFrom('account_period')
      .select('follow_at')
      .orderBy('looked_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(follow_at).toBeNull();
  });
});
