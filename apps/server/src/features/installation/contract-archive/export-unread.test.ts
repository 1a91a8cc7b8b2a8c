import { readdirSync, readlinkSync } from 'node:fs';
import { contractArchives } from '@usance/api/installation/contract-archive';
import { requestOf } from '@usance/api/request';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let url: string;
beforeAll(async () => {
  app = await startTestApp();
  const { id } = await contract(app);
  url = requestOf(contractArchives.export, { params: { id }, query: { leaveUsage: false } }, 'internal').url;
});
afterAll(() => app.close());

const openFiles = () =>
  readdirSync('/proc/self/fd')
    .map(nameOf)
    .filter((name) => name.includes('/usance-'));
function nameOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}
const ask = async (method: 'GET' | 'HEAD') => (await internalCaller(app).raw({ method, url })).statusCode;

// A forgotten open file ends the whole process at the next garbage collection.
describe.runIf(process.platform === 'linux')('an archive leaves no file open', () => {
  it('that is read to its end', async () => {
    expect(await ask('GET')).toBe(200);
    await vi.waitFor(() => expect(openFiles()).toEqual([]));
  });

  it('that is requested with HEAD', async () => {
    expect(await ask('HEAD')).toBe(200);
    await vi.waitFor(() => expect(openFiles()).toEqual([]));
  });

  it('whose audit row cannot be written', async () => {
    await app.ownerScript(`
      create function fail_audit() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
      create trigger fail_audit before insert on audit for each row execute function fail_audit();`);
    try {
      expect(await ask('GET')).toBe(500);
    } finally {
      await app.ownerScript('drop trigger fail_audit on audit; drop function fail_audit');
    }
    await vi.waitFor(() => expect(openFiles()).toEqual([]));
  });
});
