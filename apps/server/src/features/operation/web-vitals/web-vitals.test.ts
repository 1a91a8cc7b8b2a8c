import { health } from '@usance/api/health';
import { tokens } from '@usance/api/people/token';
import { webVitals } from '@usance/api/web-vitals';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { person } from '#testing/builders.ts';
import { internalCaller, tokenCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('what readers tell of a page is in the metrics under its name, in seconds', async () => {
  const ada = await person(app);
  const page = '/billing-center/$contractId/cost-analysis';
  await ada.call(webVitals.tell, {
    body: {
      vitals: [
        { page, vital: 'LCP', value: 1_500 },
        { page, vital: 'INP', value: 88 },
        { page, vital: 'CLS', value: 0.003 },
      ],
    },
  });
  await ada.call(webVitals.tell, { body: { vitals: [{ page, vital: 'LCP', value: 2_500 }] } });
  const { token } = await internalCaller(app).call(tokens.create, { body: { name: 'scraper', scopes: ['metrics'] } });
  const metrics = await tokenCaller(app, token).call(health.metrics, {});
  const lines = [
    `largest_paint_seconds_bucket{le="1.5",page="${page}"} 1`,
    `largest_paint_seconds_bucket{le="2.5",page="${page}"} 2`,
    `largest_paint_seconds_sum{page="${page}"} 4`,
    `interaction_seconds_bucket{le="0.1",page="${page}"} 1`,
    `layout_shift_bucket{le="0.02",page="${page}"} 1`,
  ];
  expect(metrics.split('\n')).toEqual(expect.arrayContaining(lines.map((line) => `usance_console_${line}`)));
});

it.each([{ page: '/of/my/own' }, { vital: 'FID' }, { value: -1 }, { value: Number.MAX_VALUE }])(
  'a reader who tells %j is refused, since it would fill the metrics with names and numbers of nobody',
  async (odd) => {
    const ada = await person(app);
    const vital = { page: '/contracts', vital: 'LCP', value: 1, ...odd };
    const reply = await ada.raw({ method: 'POST', url: '/api/v1/web-vitals', payload: { vitals: [vital] } });
    expect([reply.statusCode, reply.json().metadata.field]).toEqual([400, `vitals.0.${Object.keys(odd)[0]}`]);
  },
);
