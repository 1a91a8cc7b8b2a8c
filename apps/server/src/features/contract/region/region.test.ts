import { regions } from '@usance/api/contract/region';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { anonymousCaller, internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { knownRegions } from './region.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('gives every region a unique id, though providers share theirs', () => {
  expect(new Set(knownRegions.map(({ id }) => id)).size).toBe(knownRegions.length);
  expect(knownRegions.filter(({ region }) => region === 'ap-southeast-1')).toHaveLength(4);
});

describe(regions.list.id, () => {
  it('offers the customer’s own machines only to a BYOC contract', async () => {
    const saas = await contract(app);
    const byoc = await contract(app, { serviceType: 'byoc' });
    const [one, other] = [await member(app, saas.id, 'viewer'), await member(app, byoc.id, 'viewer')];
    const clouds = async (caller: typeof one, contractID: string) =>
      (await caller.call(regions.list, { query: { contractID } })).items.map(({ cloud }) => cloud);
    expect(await clouds(one, saas.id)).not.toContain('onpremise');
    expect(await clouds(other, byoc.id)).toContain('onpremise');
  });

  it('says nothing about a contract to a stranger', async () => {
    const { id } = await contract(app);
    const stranger = await person(app);
    const refusal = await stranger.refusal(regions.list, { query: { contractID: id } });
    expect(refusal).toMatchObject({ code: 404, reason: 'CONTRACT_NOT_FOUND' });
  });

  it('needs a session', async () => {
    expect(await anonymousCaller(app).refusal(regions.list, { query: {} })).toMatchObject({ code: 401 });
  });
});

describe(`${regions.list.id}, internally`, () => {
  it('lists every region', async () => {
    expect((await internalCaller(app).call(regions.list, { query: {} })).items).toEqual(knownRegions);
  });
});
