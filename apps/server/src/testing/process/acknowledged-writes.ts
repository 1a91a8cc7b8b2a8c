import { bank } from '@usance/api/billing/bank';
import type { Call } from '@usance/api/call';
import { contracts } from '@usance/api/contract/contract';
import { skus } from '@usance/api/metering/sku';
import { usages } from '@usance/api/metering/usage';
import { type LooseInput, requestOf } from '@usance/api/request';
import { openEngines } from '#platform/engines/open-engines.ts';
import { createDatacloud } from '../../features/contract/datacloud/create-datacloud.ts';
import { silent } from '../silent-log.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** The contract and data cloud for deposits and batches, and the environment of a server that knows them. */
export interface Place {
  readonly env: { readonly DATA_DIR: string; readonly INTERNAL_TOKEN: string };
  readonly contractId: string;
  readonly datacloudId: string;
}

const token = 'the-token-of-acknowledged-writes-0123456789';
export const linesABatch = 20;

/** Creates an installation in the folder, with a contract, a data cloud and a SKU. */
export async function furnishedPlace(dataDir: string): Promise<Place> {
  const env = { DATA_DIR: dataDir, INTERNAL_TOKEN: token };
  const server = await startServerProcess(env);
  const created = await admitted(server, contracts.createInternal, {
    body: {
      tags: 'Kill',
      buyerType: 'E',
      buyerName: 'Kill Ltd',
      currency: 'USD',
      signDate: '2026-01-01T00:00:00Z',
    },
  });
  const { id: contractId } = contracts.createInternal.reply.parse(await created.json());
  const sku = { product: 'Compute', type: 'Warehouse', subType: '', billingItem: 'core', tier: '', unit: 'core-hour' };
  const kinds = { resourceKind: 'warehouse', costKind: 'compute' };
  const at = { cloudProvider: 'aws', region: 'us-east-1', edition: 'ENTERPRISE' };
  const sold = await admitted(server, skus.create, { body: { items: [{ ...sku, ...kinds, ...at }] } });
  if (!sold.ok) throw new Error(`The SKU was refused: ${await sold.text()}`);
  await server.end('SIGINT');

  const { postgres, ...engines } = await openEngines({ dataDir, log: silent });
  const place = { contractId, name: 'killed', regionID: 'aws-us-east-1', edition: 'ENTERPRISE', creator: 'a' } as const;
  const { id: datacloudId } = await postgres.db
    .transaction()
    .execute((tx) => createDatacloud({ tx, now: new Date() }, place));
  await engines.close();
  return { env, contractId, datacloudId };
}

/** A deposit with an idempotency key. */
export function deposit(contractId: string, amount: string): [Call, LooseInput] {
  const body = { type: 'deposit', amount, currency: 'USD' };
  return [bank.record, { params: { id: contractId }, body, idempotencyKey: amount }];
}

/** A report whose lines carry the batch's name in their ids. */
export function ingest({ contractId, datacloudId }: Place, batch: string): [Call, LooseInput] {
  const common = { contractId, datacloudId, objectId: 'o', objectName: 'o', resourceKind: 'warehouse' };
  const metered = { billingItem: 'core', quantity: '0.000000000001', unit: 'core-hour' };
  const hour = { start: '2026-10-01T00:00:00Z', end: '2026-10-01T01:00:00Z' };
  const lines = lineIds(batch).map((id) => JSON.stringify({ id, ...common, ...metered, ...hour }));
  return [usages.ingest, { body: lines.join('\n') }];
}

export function lineIds(batch: string): string[] {
  return Array.from({ length: linesABatch }, (_, line) => `${batch}-${line}`);
}

/** Like `sendInternally`, repeated while the server answers 503 on a busy machine. */
export async function admitted(server: ServerProcess, call: Call, input: LooseInput): Promise<Response> {
  for (;;) {
    const reply = await sendInternally(server, call, input);
    if (reply.status !== 503) return reply;
    await reply.arrayBuffer();
  }
}

export function sendInternally(server: ServerProcess, call: Call, input: LooseInput): Promise<Response> {
  const { url, headers, ...request } = requestOf(call, input, 'internal');
  return fetch(server.internalUrl + url, { ...request, headers: { ...headers, authorization: `Bearer ${token}` } });
}
