import { featureGates } from '@usance/api/contract/feature-gate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const gate = (body: { feature: string; contractId?: string; isOpen?: boolean }) =>
  internalCaller(app).call(featureGates.create, { body });

describe('a feature gate', () => {
  it('of a contract takes precedence over the general one', async () => {
    const [{ id }, other] = [await contract(app), await contract(app)];
    const viewer = await member(app, id, 'viewer');
    const open = async () => (await viewer.call(featureGates.list, { params: { id } })).items;
    await gate({ feature: 'new-charts', isOpen: false });
    await gate({ feature: 'alerts' });
    expect(await open()).toEqual([
      { feature: 'alerts', isOpen: true },
      { feature: 'new-charts', isOpen: false },
    ]);
    const own = await gate({ feature: 'new-charts', contractId: id });
    await gate({ feature: 'alerts', contractId: other.id, isOpen: false });
    expect(await open()).toEqual([
      { feature: 'alerts', isOpen: true },
      { feature: 'new-charts', isOpen: true },
    ]);
    expect(await internalCaller(app).call(featureGates.delete, { query: { ids: [own.id] } })).toEqual({ deleted: 1 });
    expect(await open()).toContainEqual({ feature: 'new-charts', isOpen: false });
  });

  it('exists once for a feature and a contract', async () => {
    const { id } = await contract(app);
    for (const contractId of [undefined, id]) {
      const body = { feature: 'twice', ...(contractId && { contractId }) };
      await gate(body);
      expect(await internalCaller(app).refusal(featureGates.create, { body })).toMatchObject({
        code: 409,
        reason: 'FEATURE_GATE_CONFLICT',
      });
    }
    const { items } = await internalCaller(app).call(featureGates.listAll, { query: { feature: 'twice' } });
    expect(items.map(({ contractId }) => contractId).sort()).toEqual([id, null].sort());
  });

  it('is deleted with all that are named, or none is', async () => {
    const { id } = await gate({ feature: 'stays' });
    const both = { query: { ids: [id, 'fg-aaaaaaaa'] } };
    expect(await internalCaller(app).refusal(featureGates.delete, both)).toMatchObject({
      code: 404,
      reason: 'FEATURE_GATE_NOT_FOUND',
    });
    const { items } = await internalCaller(app).call(featureGates.listAll, { query: { feature: 'stays' } });
    expect(items).toHaveLength(1);
  });

  it.each(['', 'Upper', '1st', 'a b', 'a'.repeat(65)])('cannot be named %j', async (feature) => {
    const refusal = await internalCaller(app).refusal(featureGates.create, { body: { feature } });
    expect(refusal).toMatchObject({ code: 400, metadata: { field: 'feature' } });
  });

  it('is not visible to other contracts, and customers cannot set it', async () => {
    const { id } = await contract(app);
    const stranger = await person(app);
    expect(await stranger.refusal(featureGates.list, { params: { id } })).toMatchObject({ code: 404 });
    expect(await stranger.refusal(featureGates.create, { body: { feature: 'x' } })).toMatchObject({ code: 404 });
  });
});
