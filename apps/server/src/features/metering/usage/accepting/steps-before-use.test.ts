import type { CallBody } from '@usance/api/call';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { followPlans } from '../../../contract/contract-lifecycle/follow-plans.ts';
import { type Metered, meteredContract, sellCoreHours, sendUsage, stored, usageOf } from '../metering.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-10T00:00:00Z', clickhouse: true });
  await sellCoreHours(app, 'compute.r', '1');
});
afterAll(() => app.close());

/** The time in so many hours from now. */
const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();
const passing = (hours: number) => app.clock.moveTo(inHours(hours));
const hourFrom = (hours: number) => ({ start: inHours(hours), end: inHours(hours + 1) });

type Step = Pick<CallBody<typeof contractLifecycles.create>, 'state' | 'successorId'>;
const plan = (contractId: string, hours: number, step: Step) => {
  const body = { contractId, reason: 'as agreed', effectiveAt: inHours(hours), ...step };
  return internalCaller(app).call(contractLifecycles.create, { body });
};
const renewal = (successorId: string): Step => ({ state: 'Renewed', successorId });
const progressOf = async (contractId: string) =>
  (await internalCaller(app).call(contractLifecycles.list, { query: { contractId } })).items.map((it) => it.progress);
const successor = async () => (await contract(app, { signDate: '2026-09-01T00:00:00Z' })).id;
const rowsOf = (...ids: string[]) => Promise.all(ids.map(async (id) => (await stored(app, id)).rows));

/** A contract that is renewed an hour from now, and its successor. */
async function renewing(): Promise<{ former: Metered; successorId: string }> {
  const [former, successorId] = [await meteredContract(app), await successor()];
  await plan(former.contractId, 1, renewal(successorId));
  return { former, successorId };
}

describe('a planned step that is overdue', () => {
  it('is taken before later usage, whichever contract its meter names', async () => {
    const { former, successorId } = await renewing();
    passing(6);
    const named = { ...former, contractId: successorId };
    const lines = [usageOf(former, hourFrom(-6)), usageOf(former, hourFrom(-3)), usageOf(named, hourFrom(-2))];
    expect(await sendUsage(app, lines)).toMatchObject({ accepted: 3, refused: 0 });
    expect(await rowsOf(former.contractId, successorId)).toEqual([1, 2]);
    expect(await progressOf(former.contractId)).toEqual(['taken']);
    await followPlans(app.deps, app.clock.now());
    expect(await sendUsage(app, lines)).toMatchObject({ accepted: 0, duplicate: 3 });
  });

  it('is taken before usage of the contract to which its data clouds move', async () => {
    const { former, successorId } = await renewing();
    const last = await successor();
    await plan(successorId, 2, renewal(last));
    passing(6);
    const lines = [0.5, 1.5, 3].map((hours) =>
      usageOf(former, { start: inHours(hours - 6), end: inHours(hours - 5.5) }),
    );
    expect(await sendUsage(app, lines)).toMatchObject({ accepted: 3 });
    expect(await rowsOf(former.contractId, successorId, last)).toEqual([1, 1, 1]);
  });

  it('that ends the contract has later usage refused', async () => {
    const ending = await meteredContract(app);
    await plan(ending.contractId, 1, { state: 'End' });
    passing(6);
    expect(
      await sendUsage(
        app,
        [-6, -3].map((hours) => usageOf(ending, hourFrom(hours))),
      ),
    ).toMatchObject({
      accepted: 1,
      refusals: [{ message: 'start: Lies after the end of the contract.' }],
    });
  });

  it('is not taken by earlier usage: a fast clock renews nothing', async () => {
    const { former, successorId } = await renewing();
    passing(6);
    expect(await sendUsage(app, [usageOf(former, hourFrom(-6))])).toMatchObject({ accepted: 1 });
    expect(await progressOf(former.contractId)).toEqual(['planned']);
    expect(await rowsOf(former.contractId, successorId)).toEqual([1, 0]);
  });

  it('that is refused or fails leaves usage with the current contract', async () => {
    const [refused, failing] = [await renewing(), await renewing()];
    await internalCaller(app).call(contractLifecycles.create, {
      body: { contractId: refused.successorId, state: 'End', reason: 'as agreed' },
    });
    await app.ownerScript(`
      create function fails() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger fails before update on contract for each row
        when (old.id = '${failing.former.contractId}') execute function fails();`);
    passing(6);
    const lines = [refused, failing].map(({ former }) => usageOf(former, hourFrom(-3)));
    expect(await sendUsage(app, lines)).toMatchObject({ accepted: 2 });
    expect(await rowsOf(refused.former.contractId, failing.former.contractId)).toEqual([1, 1]);
    expect(await progressOf(refused.former.contractId)).toEqual(['refused']);
    expect(await progressOf(failing.former.contractId)).toEqual(['planned']);
    await app.ownerScript('drop function fails cascade');
  });
});
