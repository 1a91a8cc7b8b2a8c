import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { dataclouds } from '@usance/api/contract/datacloud';
import { apps } from '@usance/api/people/app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { orderingOn } from './ordering.fixture.ts';
import { orderingProvisioner } from './ordering-provisioner.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ provisioner: orderingProvisioner });
});
afterAll(() => app.close());
const { send, kinds, lastOrder, ordered, running } = orderingOn(() => app);

async function renewed(contractId: string): Promise<string> {
  const { id: successorId } = await contract(app);
  const body = { contractId, state: 'Renewed', reason: 'as agreed', successorId } as const;
  await internalCaller(app).call(contractLifecycles.create, { body });
  return successorId;
}

describe('a data cloud whose contract is renewed', () => {
  it('causes no order to its controller', async () => {
    const { id, contractId } = await running();
    await renewed(contractId);
    await send();
    expect(kinds(id)).toEqual(['create']);
  });

  it('that is being created completes, and members of the new contract can delete it', async () => {
    const { id, contractId, tell } = await ordered();
    const successor = await renewed(contractId);
    await send();
    expect(await tell('provisioned', lastOrder(id))).toMatchObject({ state: 'RUNNING', contractId: successor });
    const admin = await member(app, successor, 'admin');
    await admin.call(apps.grant, { params: { id: 'platform' } });
    await admin.call(dataclouds.delete, { params: { datacloudID: id }, query: { regionID: 'aws-us-east-1' } });
    await send();
    expect(await tell('deleted', lastOrder(id))).toMatchObject({ state: 'DELETED', contractId: successor });
  });
});

let moved: { D: string; C: string; F: string };
beforeAll(async () => {
  const { id, contractId } = await running();
  moved = { D: id, F: contractId, C: await renewed(contractId) };
});
refusesToEverybody(
  [
    ['takes a data cloud to another contract', `update datacloud set contract_id = '$F' where id = '$D'`],
    ['says that it came at another time', `update datacloud set since = now() - interval '1 day' where id = '$D'`],
    ['says that it was of a former contract for longer', `update datacloud_former_contract set to_at = now()`],
    ['forgets whose it was', 'delete from datacloud_former_contract'],
  ],
  () => ({
    db: app.deps.db,
    script: app.ownerScript,
    names: moved,
    everything: async () => [
      await app.deps.db.selectFrom('datacloud_former_contract').selectAll().execute(),
      await app.deps.db.selectFrom('datacloud').selectAll().orderBy('id').execute(),
    ],
  }),
);
