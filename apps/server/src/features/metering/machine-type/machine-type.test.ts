import { cloudProvider } from '@usance/api/cloud';
import { machineTypes } from '@usance/api/metering/machine-type';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anonymousCaller, internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const seed = () => internalCaller(app).call(machineTypes.seed, {});

it('seeding stores each machine type once and returns all of them every time', async () => {
  const first = await seed();
  expect(first.unchanged).toBe(0);
  expect(first.created).toBe(first.items.length);
  expect(await seed()).toEqual({ created: 0, unchanged: first.created, items: first.items });
});

it('memory per core decides the series, not the letter in the cloud’s name', async () => {
  const { items } = await seed();
  const xlarge = (family: string) => items.find((each) => each.family === family && each.size === 'xlarge');
  expect(xlarge('r6i')).toMatchObject({ cloudProvider: 'aws', series: 'r', cores: 4, memoryGib: 32 });
  expect(xlarge('M6')).toMatchObject({ cloudProvider: 'tencentcloud', series: 'r', creditsPerCoreHour: '0.125000' });
  expect(xlarge('m7')).toMatchObject({ cloudProvider: 'huaweicloud', series: 'r', memoryGib: 32 });
  expect(xlarge('c7')).toMatchObject({ cloudProvider: 'huaweicloud', series: 'm', creditsPerCoreHour: '0.100000' });
  const r7 = items.filter(({ family }) => family === 'r7').map(({ size, cores }) => [size, cores]);
  expect(r7).toEqual([
    ['xlarge', 4],
    ['2xlarge', 8],
    ['4xlarge', 16],
    ['8xlarge', 32],
  ]);
  // On-premise machines belong to no family of a cloud provider.
  const clouds = cloudProvider.options.filter((each) => each !== 'onpremise');
  expect(new Set(items.map((each) => each.cloudProvider))).toEqual(new Set(clouds));
});

it('customers cannot call it', async () => {
  expect(await anonymousCaller(app).refusal(machineTypes.seed, {})).toMatchObject({ code: 404 });
});
