import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { dataclouds } from '@usance/api/contract/datacloud';
import { datacloudTags, mostTags } from '@usance/api/contract/datacloud-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { type Caller, internalCaller } from '#testing/callers.ts';
import { refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T10:20:00Z' });
});
afterAll(() => app.close());

let count = 0;
/** A data cloud, its contract and a member who may change its tags. */
async function datacloud() {
  count += 1;
  const { id } = await contract(app);
  const creator = await member(app, id, 'dc_creator');
  const body = { contractId: id, name: `tagged_${count}`, regionID: 'aws-us-east-1', edition: 'ENTERPRISE' } as const;
  const { id: datacloudID } = await creator.call(dataclouds.create, { body });
  return { creator, params: { id, datacloudID } };
}

const replace = (caller: Caller, params: { id: string; datacloudID: string }, tags: Record<string, string>) =>
  caller.call(datacloudTags.replace, {
    params,
    body: { tags: Object.entries(tags).map(([key, value]) => ({ key, value })) },
  });
const team = { key: 'team', value: 'data' };

describe(datacloudTags.replace.id, () => {
  it('replaces all tags, which every reader of the data cloud finds, ordered by key', async () => {
    const { creator, params } = await datacloud();
    await replace(creator, params, { team: 'search', Env: 'prod' });
    const tags = [
      { key: 'cost-center', value: '4711' },
      { key: 'team', value: '' },
    ];
    expect(await replace(creator, params, { team: '', 'cost-center': '4711' })).toEqual({ tags });
    const viewer = await member(app, params.id, 'viewer');
    expect(await viewer.call(datacloudTags.list, { params })).toEqual({ tags });
    const page = await viewer.call(dataclouds.list, { query: { contractId: params.id } });
    expect(page.items.map((item) => item.tags)).toEqual([tags]);
  });

  it('lets an admin and internal systems write, but no other role', async () => {
    const { params } = await datacloud();
    await replace(await member(app, params.id, 'admin'), params, { team: 'a' });
    await replace(internalCaller(app), params, { team: 'b' });
    for (const role of ['viewer', 'billing_admin'] as const) {
      const other = await member(app, params.id, role);
      const refusal = await other.refusal(datacloudTags.replace, { params, body: { tags: [] } });
      expect(refusal).toMatchObject({ code: 403, metadata: { role: 'dc_creator' } });
    }
  });

  it('finds no data cloud of another contract', async () => {
    const { params } = await datacloud();
    const { creator, params: own } = await datacloud();
    const foreign = { id: own.id, datacloudID: params.datacloudID };
    const writing = await creator.refusal(datacloudTags.replace, { params: foreign, body: { tags: [team] } });
    const reading = await creator.refusal(datacloudTags.list, { params: foreign });
    expect([writing.reason, reading.reason]).toEqual(['DATACLOUD_NOT_FOUND', 'DATACLOUD_NOT_FOUND']);
  });

  it('takes 20 tags, and refuses one more', async () => {
    const { creator, params } = await datacloud();
    const tags = Array.from({ length: mostTags }, (_, no) => ({ key: `k${no}`, value: 'v' }));
    await creator.call(datacloudTags.replace, { params, body: { tags } });
    const refusal = await creator.refusal(datacloudTags.replace, { params, body: { tags: [...tags, team] } });
    expect(refusal).toMatchObject({ code: 400, metadata: { field: 'tags' } });
  });

  it.each([
    ['an empty key', [{ key: '', value: '' }], 'tags.0.key'],
    ['a key of 65 characters', [team, { key: 'k'.repeat(65), value: '' }], 'tags.1.key'],
    ['a key with a blank', [{ key: 'my team', value: '' }], 'tags.0.key'],
    ['a key with a line break', [{ key: 'team\n', value: '' }], 'tags.0.key'],
    ['a value of 257 characters', [{ key: 'team', value: 'v'.repeat(257) }], 'tags.0.value'],
    ['a value of two lines', [{ key: 'team', value: 'a\nb' }], 'tags.0.value'],
    ['a key twice', [team, { key: 'Team', value: '' }, team], 'tags.2.key'],
  ])('refuses %s, and names the field', async (_, tags, field) => {
    const { creator, params } = await datacloud();
    const refusal = await creator.refusal(datacloudTags.replace, { params, body: { tags } });
    expect(refusal).toMatchObject({ code: 400, metadata: { field } });
  });

  it('keeps every character of the longest key and value', async () => {
    const { creator, params } = await datacloud();
    const tags = { [`${'aZ0_.-/:'.repeat(8)}`]: `${' 数据 "\\\' '.repeat(25)}`, Team: 'A', team: 'a' };
    await replace(creator, params, tags);
    const kept = await creator.call(datacloudTags.list, { params });
    expect(Object.fromEntries(kept.tags.map(({ key, value }) => [key, value]))).toEqual(tags);
  });

  it('tells the audit which tags changed', async () => {
    const { creator, params } = await datacloud();
    await replace(creator, params, { team: 'a', env: 'prod' });
    await replace(creator, params, { team: 'b', env: 'prod' });
    const noted = await app.deps.db
      .selectFrom('audit_change')
      .select(['before', 'after'])
      .where('contract_id', '=', params.id)
      .where('of', '=', 'datacloud_tag')
      .orderBy('id')
      .execute();
    expect(noted).toMatchObject([
      { after: { key: 'team', value: 'a' } },
      { after: { key: 'env', value: 'prod' } },
      { before: { value: 'a' }, after: { value: 'b' } },
    ]);
  });
});

it('a renewed contract’s data clouds keep their tags in the new contract', async () => {
  const { creator, params } = await datacloud();
  await replace(creator, params, { team: 'a' });
  const { id: successorId } = await contract(app);
  const body = { contractId: params.id, state: 'Renewed', reason: 'as agreed', successorId } as const;
  await internalCaller(app).call(contractLifecycles.create, { body });
  const moved = { ...params, id: successorId };
  expect(await internalCaller(app).call(datacloudTags.list, { params: moved })).toEqual({
    tags: [{ key: 'team', value: 'a' }],
  });
});

let names: { C: string; D: string };
beforeAll(async () => {
  const { creator, params } = await datacloud();
  await replace(creator, params, { past: 'a', present: 'a' });
  await app.clock.moveTo('2026-10-15T12:40:00Z');
  await replace(creator, params, { past: 'b', present: 'a' });
  names = { C: params.id, D: params.datacloudID };
});
const mine = `contract_id = '$C' and datacloud_id = '$D'`;
refusesToEverybody(
  [
    [
      'changes a value of the past',
      `update datacloud_tag set value = 'z' where ${mine} and value = 'a' and key = 'past'`,
    ],
    [
      'changes a value in a later hour',
      `update datacloud_tag set value = 'z', changed_at = '2026-10-15T12:50Z' where ${mine} and key = 'present'`,
    ],
    [
      'moves a change to another hour',
      `update datacloud_tag set from_hour = '2026-10-15T09:00Z' where ${mine} and key = 'present'`,
    ],
    [
      'adds a change to the past',
      `insert into datacloud_tag values ('$C', '$D', 'past', '2026-10-15T11:00Z', 'z', '2026-10-15T11:00Z')`,
    ],
    ['forgets a tag', `delete from datacloud_tag where ${mine}`],
    [
      'gives a tag no key',
      `insert into datacloud_tag values ('$C', '$D', '', '2026-10-15T12:00Z', 'z', '2026-10-15T12:00Z')`,
    ],
  ],
  () => ({
    db: app.deps.db,
    script: app.ownerScript,
    names,
    everything: () =>
      app.deps.db
        .selectFrom('datacloud_tag')
        .selectAll()
        .orderBy('contract_id')
        .orderBy('key')
        .orderBy('from_hour')
        .execute(),
  }),
);
