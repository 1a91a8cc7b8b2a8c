import { createHash } from 'node:crypto';
import { pathOf } from '@usance/api/call';
import { contractArchives, mostAttachedBytes } from '@usance/api/installation/contract-archive';
import { attachments } from '@usance/api/sale/attachment';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { sellCoreHours } from '../../metering/usage/metering.fixture.ts';
import { attachFile } from '../../sale/attachment/upload-attachment.ts';
import { offering, seconds } from '../../sale/private-offer/private-offer.fixture.ts';
import { refuseTooManyAttached } from './export-contract.ts';

let from: TestApp;
let to: TestApp;
let contractId: string;
let skuId: string;
beforeAll(async () => {
  from = await startTestApp({ now: '2026-08-10T00:00:00Z' });
  to = await startTestApp({ now: '2026-08-10T00:00:00Z' });
  skuId = await sellCoreHours(from, 'compute.r', '0.15');
  await sellCoreHours(to, 'compute.r', '0.15');
  ({ id: contractId } = await contract(from));
});
afterAll(async () => {
  await from.close();
  await to.close();
});

const mebibyte = 2 ** 20;

/** An offer with different attachments of 17 MiB each. */
async function offerWith(files: number): Promise<string> {
  const { draft } = offering(from, contractId, {
    effectiveDate: seconds('2026-08-01T00:00:00Z'),
    confirmationDeadline: seconds('2026-09-01T00:00:00Z'),
    offerItems: [{ skuId, discount: '0.8' }],
  });
  const { id: poid } = await draft();
  for (let no = 0; no < files; no += 1) {
    const content = Buffer.alloc(17 * mebibyte, `file ${poid} ${no} `);
    const file = {
      filename: `plan-${no}.bin`,
      bytes: content.length,
      head: content.subarray(0, 16),
      digest: createHash('sha256').update(content).digest('hex'),
      async *content() {
        yield content;
      },
    };
    await from.deps.db
      .transaction()
      .execute((tx) => attachFile({ tx, now: from.clock.now() }, { contractId, poid }, file));
  }
  return poid;
}

async function digestsOf(app: TestApp, poid: string): Promise<string[]> {
  const params = { id: contractId, poid };
  const { items } = await internalCaller(app).call(attachments.list, { params });
  const digests: string[] = [];
  for (const { id: aid } of items) {
    const url = pathOf(attachments.download, 'internal')
      .replace('{id}', contractId)
      .replace('{poid}', poid)
      .replace('{aid}', aid);
    const { rawPayload } = await internalCaller(app).raw({ method: 'GET', url });
    digests.push(createHash('sha256').update(rawPayload).digest('hex'));
  }
  return digests;
}

it('attachments travel unchanged, even in an archive above 64 MiB', {
  timeout: 180_000,
}, async () => {
  const poid = await offerWith(2);
  const params = { id: contractId };
  const query = { leaveUsage: false };
  const body = await internalCaller(from).call(contractArchives.export, { params, query });
  expect(body.length).toBeGreaterThan(64 * mebibyte);
  const { digest } = await internalCaller(to).call(contractArchives.import, { body });
  const again = await internalCaller(to).call(contractArchives.export, { params, query });
  expect(again.slice(0, 10_000)).toContain(`"digest": "${digest}"`);
  expect(await digestsOf(to, poid)).toEqual(await digestsOf(from, poid));
});

it('a contract with more attachments than an archive may hold is not exported', async () => {
  const files = Math.ceil(mostAttachedBytes / (20 * mebibyte));
  const poid = await offerWith(0);
  const attach = from.deps.db.transaction().execute(async (tx) => {
    const rows = Array.from({ length: files }, (_, no) => ({
      contract_id: contractId,
      offer_id: poid,
      id: `att-aaaaaaaa${no}`,
      original_file_name: 'plan.bin',
      media_type: 'application/octet-stream' as const,
      file_size: 20 * mebibyte,
      digest: '0'.repeat(64),
      created_at: from.clock.now(),
    }));
    // Their bytes would be required only at the end of the transaction, which is rolled back.
    await tx.insertInto('attachment').values(rows).execute();
    await refuseTooManyAttached(tx, contractId);
  });
  await expect(attach).rejects.toMatchObject({ reason: 'ATTACHMENT_LIMIT' });
});
