import type { UsageRecord } from '@usance/api/metering/usage';
import type { Deps } from '#platform/context/context.ts';
import { ingestUsage } from '../../metering/usage/ingest-usage.ts';
import type { PlannedUsage } from './catalogue.ts';
import type { Installed } from './install-catalogue.ts';
import type { Note } from './read-focus-file.ts';

const recordsABatch = 5_000;

/**
 * Ingests a file's usage like a meter's, which a study does not accept from real meters. Returns the refusals by line.
 */
export async function meterUsage(deps: Deps, { contract, catalogue, datacloudIds }: Installed) {
  const refused = new Map<number, Note>();
  for (let from = 0; from < catalogue.usages.length; from += recordsABatch) {
    const records = catalogue.usages.slice(from, from + recordsABatch).map((planned): UsageRecord => {
      const sku = catalogue.skus[planned.sku]?.content;
      return recordOf(contract.id, datacloudIds[planned.datacloud] ?? '', sku?.tier ?? '', planned);
    });
    const { refusals } = await ingestUsage(deps, { body: ndjson(records) }, { sender: 'import' });
    for (const { id = '', reason, message } of refusals) {
      const line = lineOfUsage(id);
      refused.set(line, { line, kind: 'excluded', reason, message });
    }
  }
  return refused;
}

/** Converts a line to its usage id, and back below. */
const usageIdOf = (line: number) => `line-${line}`;
export const lineOfUsage = (usageId: string) => Number(usageId.replace(/^line-/, ''));

function recordOf(contractId: string, datacloudId: string, tier: string, { line, usage }: PlannedUsage): UsageRecord {
  return {
    id: usageIdOf(line),
    source: `focus:${contractId}`,
    contractId,
    datacloudId,
    objectId: usage.resourceId,
    objectName: usage.resourceName,
    resourceKind: usage.resourceKind,
    billingItem: usage.billingItem,
    tier,
    quantity: usage.quantity,
    correction: usage.quantity.startsWith('-'),
    unit: usage.unit,
    start: usage.start,
    end: usage.end,
    chargeable: true,
  };
}

async function* ndjson(records: readonly UsageRecord[]): AsyncGenerator<Buffer> {
  for (const record of records) yield Buffer.from(`${JSON.stringify(record)}\n`);
}
