import { Readable } from 'node:stream';
import { pathOf } from '@usance/api/call';
import { usages } from '@usance/api/metering/usage';
import {
  type Metered,
  meteredContract,
  sellCoreHours,
} from '../../apps/server/src/features/metering/usage/metering.fixture.ts';
import { type TestApp, testToken } from '../../apps/server/src/testing/test-app.ts';
import { timed } from '../timing.ts';

const hour = { start: '2026-02-10T08:00:00Z', end: '2026-02-10T09:00:00Z' };

/** Makes contracts with a data cloud each, and sells what the reports name. */
export async function meteredContracts(app: TestApp, count: number): Promise<Metered[]> {
  await sellCoreHours(app, 'compute.r', '0.5');
  const contracts: Metered[] = [];
  for (let made = 0; made < count; made += 1) contracts.push(await meteredContract(app, 'USD', '2025-12-01T00:00:00Z'));
  return contracts;
}

/** Reports of one size in NDJSON; the lines take turns over the given contracts. */
export class Reports {
  readonly #rows: number;
  #made = 0;

  constructor(rows: number) {
    this.#rows = rows;
  }

  /** A report whose records were never sent. */
  of(contracts: readonly Metered[]): string {
    this.#made += 1;
    return Array.from({ length: this.#rows }, (_, at) =>
      JSON.stringify({ id: `bench-${this.#rows}-${this.#made}-${at}`, source: 'bench', ...usedBy(contracts, at) }),
    ).join('\n');
  }

  /** A new report in which each `nth` line is one of a known report. */
  partOf(known: string, contracts: readonly Metered[], nth: number): string {
    const sent = known.split('\n');
    return this.of(contracts)
      .split('\n')
      .map((line, at) => (at % nth === 0 ? sent[at] : line))
      .join('\n');
  }

  /** The rows of a report as the usage database takes them. */
  rowsOf(contracts: readonly Metered[]): string {
    this.#made += 1;
    return Array.from({ length: this.#rows }, (_, at) => {
      const { contractId, datacloudId, objectId, objectName, resourceKind, quantity, start, end } = usedBy(
        contracts,
        at,
      );
      return JSON.stringify({
        batch_no: String(2 ** 40 + this.#made),
        contract_id: contractId,
        source: 'alone',
        usage_id: `alone-${this.#rows}-${this.#made}-${at}`,
        datacloud_id: datacloudId,
        datacloud_name: 'lake',
        object_id: objectId,
        object_name: objectName,
        resource_kind: resourceKind,
        sku_no: 1,
        quantity,
        start_at: start,
        end_at: end,
        bill_at: start,
        chargeable: 1,
      });
    }).join('\n');
  }
}

function usedBy(contracts: readonly Metered[], at: number) {
  const { contractId = '', datacloudId = '' } = contracts[at % contracts.length] ?? {};
  return {
    contractId,
    datacloudId,
    objectId: `wh-${at % 50}`,
    objectName: `warehouse ${at % 50}`,
    resourceKind: 'warehouse',
    billingItem: 'compute.r',
    quantity: '1.25',
    unit: 'core-hour',
    ...hour,
  };
}

/** Returns the time that the usage database takes to insert rows of which nothing else knows. */
export function engineAlone({ deps }: TestApp, rows: string): Promise<number> {
  const chunks = Buffer.from(rows);
  return timed(() => deps.clickhouse.insert('usage_record', Readable.from([chunks], { objectMode: false })));
}

/** Returns a function that sends reports all at once, each as a sender of its own. */
export function senderTo(origin: string) {
  const url = `${origin}${pathOf(usages.ingest, 'internal')}`;
  const headers = { authorization: `Bearer ${testToken}`, 'content-type': 'application/x-ndjson' };
  return async (reports: readonly string[]): Promise<void> => {
    await Promise.all(
      reports.map(async (report) => {
        const reply = await fetch(url, { method: 'POST', headers, body: Buffer.from(report) });
        const text = await reply.text();
        if (reply.status !== 200 || !text.includes('"refused":0')) throw new Error(`${reply.status}: ${text}`);
      }),
    );
  };
}
