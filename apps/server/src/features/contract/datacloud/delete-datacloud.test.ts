import { dataclouds } from '@usance/api/contract/datacloud';
import type { Role } from '@usance/api/contract/role';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { lockContract } from '../contract/contract.queries.ts';
import { pauseDataclouds, resumeDataclouds } from './change-state.ts';
import { builtInProvisioner } from './provisioner.ts';

const regionID = 'aws-us-east-1';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

let count = 0;
async function running() {
  const { id: contractId } = await contract(app);
  const creator = await member(app, contractId, 'dc_creator');
  count += 1;
  const body = { contractId, name: `to_delete_${count}`, regionID, edition: 'ENTERPRISE' } as const;
  const { id, name } = await creator.call(dataclouds.create, { body });
  return { contractId, creator, id, name, body, given: { params: { datacloudID: id }, query: { regionID } } };
}

const turn = (contractId: string, verb: typeof pauseDataclouds) =>
  app.deps.db
    .transaction()
    .execute(async (tx) => verb({ tx, now: app.clock.now() }, await lockContract(tx, contractId), builtInProvisioner));

it('happens at once with the built-in provisioner, and frees the name', async () => {
  const { creator, given, body, id, contractId } = await running();
  expect(await creator.call(dataclouds.delete, given)).toMatchObject({ id, state: 'DELETED' });
  expect(await creator.call(dataclouds.list, { query: { contractId } })).toMatchObject({ totalSize: 0 });
  expect(await creator.call(dataclouds.create, { body })).toMatchObject({ state: 'RUNNING' });
  expect(await creator.refusal(dataclouds.delete, given)).toMatchObject({
    reason: 'DATACLOUD_STATE_CONFLICT',
    metadata: { state: 'DELETED' },
  });
});

it.each<[Role, number, string]>([
  ['viewer', 403, 'NO_PERMISSION'],
  ['billing_admin', 404, 'DATACLOUD_NOT_FOUND'],
])('is refused to a %s', async (role, code, reason) => {
  const { contractId, given } = await running();
  const someone = await member(app, contractId, role);
  expect(await someone.refusal(dataclouds.delete, given)).toMatchObject({ code, reason });
});

it('is allowed to an admin, and reveals nothing to a stranger', async () => {
  const { contractId, given } = await running();
  const stranger = await person(app);
  expect(await stranger.refusal(dataclouds.delete, given)).toMatchObject({ reason: 'DATACLOUD_NOT_FOUND' });
  const admin = await member(app, contractId, 'admin');
  expect(await admin.call(dataclouds.delete, given)).toMatchObject({ state: 'DELETED' });
});

it('must name the data cloud’s region', async () => {
  const { creator, given, id } = await running();
  const elsewhere = { ...given, query: { regionID: 'azure-eastus' } };
  expect(await creator.refusal(dataclouds.delete, elsewhere)).toMatchObject({ reason: 'DATACLOUD_NOT_FOUND' });
  const nothing = { ...given, params: { datacloudID: `${id}aa` } };
  expect(await creator.refusal(dataclouds.delete, nothing)).toMatchObject({ reason: 'DATACLOUD_NOT_FOUND' });
});

it('happens once for two concurrent calls', async () => {
  const { creator, given } = await running();
  const asked = await Promise.allSettled([
    creator.call(dataclouds.delete, given),
    creator.call(dataclouds.delete, given),
  ]);
  expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('is possible in a contract that has ended', async () => {
  const { creator, given, contractId } = await running();
  await app.deps.db.updateTable('contract').set({ state: 'End' }).where('id', '=', contractId).execute();
  expect(await creator.call(dataclouds.delete, given)).toMatchObject({ state: 'DELETED' });
});

it('a contract’s data clouds are paused and resumed together, again and again, and a paused one can be deleted', async () => {
  const { creator, body, contractId, given } = await running();
  await creator.call(dataclouds.create, { body: { ...body, name: `${body.name}_b` } });
  const deleted = await creator.call(dataclouds.create, { body: { ...body, name: `${body.name}_c` } });
  await creator.call(dataclouds.delete, { ...given, params: { datacloudID: deleted.id } });
  const states = async () => {
    const query = { contractId, includeDeleted: true, orderBy: 'name', ordering: 'asc' } as const;
    return (await creator.call(dataclouds.list, { query })).items.map(({ state }) => state);
  };
  for (let round = 0; round < 2; round += 1) {
    await turn(contractId, pauseDataclouds);
    await turn(contractId, pauseDataclouds);
    expect(await states()).toEqual(['PAUSED', 'PAUSED', 'DELETED']);
    await turn(contractId, resumeDataclouds);
    await turn(contractId, resumeDataclouds);
    expect(await states()).toEqual(['RUNNING', 'RUNNING', 'DELETED']);
  }
  await turn(contractId, pauseDataclouds);
  expect(await creator.call(dataclouds.delete, given)).toMatchObject({ state: 'DELETED' });
});
