import { expect, it } from 'vitest';
import { freePorts } from './server-process.ts';

it('ports that are drawn together are distinct', async () => {
  const names = Array.from({ length: 500 }, (_, index) => `port ${index}`);
  expect(new Set(Object.values(await freePorts(...names))).size).toBe(500);
});
