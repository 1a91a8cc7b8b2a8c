import { pathOf } from '@usance/api/call';
import { dataclouds } from '@usance/api/contract/datacloud';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { createDatacloud as create } from './create-datacloud.ts';
import { type DatacloudEvent, type DatacloudState, stateAfter } from './datacloud-state.ts';
import { builtInProvisioner, type Provisioner } from './provisioner.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const regionID = 'aws-us-east-1';
const edition = 'ENTERPRISE';

describe(dataclouds.create.id, () => {
  it('creates a running data cloud', async () => {
    const { id: contractId } = await contract(app, { tags: 'Acme' });
    const creator = await member(app, contractId, 'dc_creator');
    const made = await creator.call(dataclouds.create, {
      body: { contractId, name: 'running_one', regionID, edition },
    });
    expect(made).toMatchObject({
      name: 'running_one',
      state: 'RUNNING',
      cloud: 'aws',
      region: 'us-east-1',
      regionID,
      regionName: 'US East (N. Virginia)',
      creator: creator.identifier,
      contractId,
      contractTags: 'Acme',
      gmtCreated: app.clock.now().toISOString(),
    });
    const page = await creator.call(dataclouds.list, { query: { contractId } });
    expect(page).toMatchObject({ totalSize: 1, items: [made] });
  });

  it('gives a name in a region to one of two parallel creates, over all contracts', async () => {
    const [one, other] = await Promise.all([contract(app), contract(app)]);
    const callers = await Promise.all([member(app, one.id, 'admin'), member(app, other.id, 'admin')]);
    const body = { name: 'wanted_by_two', regionID, edition } as const;
    const replies = await Promise.all(
      callers.map((caller, index) =>
        caller.raw({
          method: 'POST',
          url: pathOf(dataclouds.create, 'customer'),
          payload: { ...body, contractId: [one.id, other.id][index] },
        }),
      ),
    );
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409]);
    expect(replies.find((reply) => reply.statusCode === 409)?.json()).toMatchObject({ reason: 'DATACLOUD_EXISTS' });
  });

  it('lets a name be used again in another region, and after the data cloud is deleted', async () => {
    const { id: contractId } = await contract(app);
    const creator = await member(app, contractId, 'dc_creator');
    const body = { contractId, name: 'used_again', regionID, edition } as const;
    const { id } = await creator.call(dataclouds.create, { body });
    await creator.call(dataclouds.create, { body: { ...body, regionID: 'azure-eastus' } });
    await creator.call(dataclouds.delete, { params: { datacloudID: id }, query: { regionID } });
    await creator.call(dataclouds.create, { body });
    const shown = await creator.call(dataclouds.list, { query: { contractId } });
    const all = await creator.call(dataclouds.list, { query: { contractId, includeDeleted: 'true' } });
    expect([shown.totalSize, all.totalSize]).toEqual([2, 3]);
  });

  it.each(['1a', 'ab', 'a-b', 'abc\n', 'ａｂｃ', 'a'.repeat(65), ''])('refuses the name %j', async (name) => {
    const { id: contractId } = await contract(app);
    const creator = await member(app, contractId, 'dc_creator');
    const refusal = await creator.refusal(dataclouds.create, { body: { contractId, name, regionID, edition } });
    expect(refusal).toMatchObject({ code: 400, metadata: { field: 'name' } });
  });

  it.each(['aws-nowhere', 'us-east-1', 'onpremise-default'])(
    'refuses region %s to a hosted contract',
    async (given) => {
      const { id: contractId } = await contract(app);
      const creator = await member(app, contractId, 'dc_creator');
      const body = { contractId, name: 'somewhere', regionID: given, edition };
      expect(await creator.refusal(dataclouds.create, { body })).toMatchObject({
        code: 400,
        metadata: { field: 'regionID' },
      });
    },
  );

  it('needs a role that may create: members without it get 403, strangers 404', async () => {
    const { id: contractId } = await contract(app);
    const body = { contractId, name: 'not_for_you', regionID, edition };
    const viewer = await member(app, contractId, 'viewer');
    expect(await viewer.refusal(dataclouds.create, { body })).toMatchObject({
      code: 403,
      reason: 'NO_PERMISSION',
      message: expect.stringMatching(/role dc_creator.*Ask an admin of the contract/),
      metadata: { role: 'dc_creator' },
    });
    const stranger = await person(app);
    expect(await stranger.refusal(dataclouds.create, { body })).toMatchObject({ code: 404 });
  });

  it('needs an active contract', async () => {
    const { id: contractId } = await contract(app);
    const creator = await member(app, contractId, 'dc_creator');
    await app.deps.db.updateTable('contract').set({ state: 'End' }).where('id', '=', contractId).execute();
    const refusal = await creator.refusal(dataclouds.create, {
      body: { contractId, name: 'too_late', regionID, edition },
    });
    expect(refusal).toMatchObject({ code: 409, reason: 'CONTRACT_STATE_CONFLICT' });
  });

  it('accepts a place outside our list for an imported contract', async () => {
    const { id: contractId } = await contract(app);
    const place = { cloud: 'aws', region: 'sa-east-1', regionName: 'São Paulo' } as const;
    const made = await app.deps.db
      .transaction()
      .execute((tx) =>
        create(
          { tx, now: app.clock.now() },
          { contractId, name: 'imported', regionID: place, edition, creator: 'import' },
        ),
      );
    expect(made).toMatchObject({ regionID: 'aws-sa-east-1', regionName: 'São Paulo', state: 'RUNNING' });
  });

  it('stays CREATING until an asynchronous provisioner reports', async () => {
    const { id: contractId } = await contract(app);
    const slow: Provisioner = { ...builtInProvisioner, order: async () => 'accepted' };
    const input = { contractId, name: 'slow_one', regionID, edition, creator: 'someone' } as const;
    const made = await app.deps.db.transaction().execute((tx) => create({ tx, now: app.clock.now() }, input, slow));
    expect(made.state).toBe('CREATING');
  });
});

describe(dataclouds.list.id, () => {
  it('shows nothing to a billing role, which gets 403 when it names the contract', async () => {
    const { id: contractId } = await contract(app);
    const creator = await member(app, contractId, 'admin');
    await creator.call(dataclouds.create, { body: { contractId, name: 'hidden_one', regionID, edition } });
    const biller = await member(app, contractId, 'billing_viewer');
    expect(await biller.call(dataclouds.list, { query: {} })).toMatchObject({ totalSize: 0, items: [] });
    expect(await biller.refusal(dataclouds.list, { query: { contractId } })).toMatchObject({ code: 403 });
    const stranger = await person(app);
    expect(await stranger.refusal(dataclouds.list, { query: { contractId } })).toMatchObject({ code: 404 });
  });

  it('sorts by name, and finds part of a name in any case', async () => {
    const { id: contractId } = await contract(app);
    const creator = await member(app, contractId, 'admin');
    for (const name of ['zeta_lake', 'Alpha_lake', 'other']) {
      await creator.call(dataclouds.create, { body: { contractId, name: `${name}_sorted`, regionID, edition } });
    }
    const query = { contractId, name: 'LAKE', orderBy: 'name', ordering: 'desc' } as const;
    const page = await creator.call(dataclouds.list, { query });
    expect(page.items.map(({ name }) => name).sort()).toEqual(['Alpha_lake_sorted', 'zeta_lake_sorted']);
    const id = page.items[0]?.id ?? '';
    for (const part of [id, id.slice(3).toUpperCase()]) {
      const found = await creator.call(dataclouds.list, { query: { contractId, name: part } });
      expect(found.items.map((each) => each.id)).toEqual([id]);
    }
  });
});

describe(dataclouds.exists.id, () => {
  it('tells any signed-in caller whether a name is taken in the region', async () => {
    const { id: contractId } = await contract(app);
    const creator = await member(app, contractId, 'admin');
    await creator.call(dataclouds.create, { body: { contractId, name: 'taken_here', regionID, edition } });
    const asker = await person(app);
    const ask = (name: string, region: string) =>
      asker.call(dataclouds.exists, { params: { name }, query: { regionID: region } });
    expect(await ask('taken_here', regionID)).toEqual({ exists: true });
    expect(await ask('taken_here', 'azure-eastus')).toEqual({ exists: false });
    const refusal = await asker.refusal(dataclouds.exists, {
      params: { name: 'taken_here' },
      query: { regionID: 'mars' },
    });
    expect(refusal).toMatchObject({ code: 400, metadata: { field: 'regionID' } });
  });
});

describe('states', () => {
  it.each<[DatacloudState, DatacloudEvent, DatacloudState | undefined]>([
    ['CREATING', 'provisioned', 'RUNNING'],
    ['CREATING', 'failed', 'FAILED'],
    ['CREATING', 'paused', undefined],
    ['RUNNING', 'paused', 'PAUSED'],
    ['PAUSED', 'resumed', 'RUNNING'],
    ['PAUSED', 'deletionBegun', 'DELETING'],
    ['DELETING', 'deleted', 'DELETED'],
    ['DELETED', 'resumed', undefined],
    ['FAILED', 'provisioned', undefined],
  ])('from %s, the event %s leads to %s', (state, event, next) => {
    expect(stateAfter(state, event)).toBe(next);
  });
});
