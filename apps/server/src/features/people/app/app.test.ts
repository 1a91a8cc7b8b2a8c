import { apps } from '@usance/api/people/app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const platform = { params: { id: 'platform' } } as const;

describe('the authorization of an app', () => {
  it('is given once, lasts, and holds only for its giver', async () => {
    const [ada, grace] = [await person(app), await person(app)];
    expect(await ada.call(apps.listGranted, {})).toEqual({ items: [] });
    const since = app.clock.now().toISOString();
    await ada.call(apps.grant, platform);
    app.clock.pass({ minutes: 1 });
    await ada.call(apps.grant, platform);
    expect(await ada.call(apps.listGranted, {})).toMatchObject({ items: [{ id: 'platform', grantedAt: since }] });
    expect(await grace.call(apps.listGranted, {})).toEqual({ items: [] });
  });

  it('can be taken back, even twice, and only by its giver', async () => {
    const [ada, grace] = [await person(app), await person(app)];
    await ada.call(apps.grant, platform);
    await grace.call(apps.revoke, platform);
    expect((await ada.call(apps.listGranted, {})).items).toHaveLength(1);
    await ada.call(apps.revoke, platform);
    await ada.call(apps.revoke, platform);
    expect(await ada.call(apps.listGranted, {})).toEqual({ items: [] });
  });

  it('is refused for an unknown app', async () => {
    const ada = await person(app);
    expect((await ada.call(apps.list, {})).items.map(({ id }) => id)).toEqual(['platform']);
    const refusal = await ada.refusal(apps.grant, { params: { id: 'stranger' as 'platform' } });
    expect(refusal).toMatchObject({ code: 400, reason: 'INVALID_PARAMETER', metadata: { field: 'id' } });
  });

  it('cannot be given by a token', async () => {
    expect(await internalCaller(app).refusal(apps.grant, platform)).toMatchObject({ code: 404 });
  });
});
