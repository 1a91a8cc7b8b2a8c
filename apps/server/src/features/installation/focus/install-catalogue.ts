import type { Contract } from '@usance/api/contract/contract';
import type { Work } from '#platform/context/context.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { SealingKey } from '#platform/sealing/sealing-key.ts';
import { besideContract } from '../../contract/contract/contract.queries.ts';
import { type ContractRow, contractOf } from '../../contract/contract/contract.ts';
import { addDatacloud } from '../../contract/datacloud/create-datacloud.ts';
import { createPrices } from '../../metering/price/create-prices.ts';
import { createSkus } from '../../metering/sku/create-skus.ts';
import { insertContract } from '../../sale/new-contract/insert-contract.ts';
import { type Catalogue, catalogueOf, type PlannedSku } from './catalogue.ts';
import type { FocusFile } from './read-focus-file.ts';

/** The owner of the new contract. */
export interface StudyOwner {
  readonly name: string;
  /** The account that becomes its admin. */
  readonly admin: { readonly id: string; readonly identifier: string } | undefined;
}

export interface Installed {
  readonly contract: Contract;
  readonly catalogue: Catalogue;
  /** Ids of the catalogue's data clouds, in its order. */
  readonly datacloudIds: readonly string[];
}

/**
 * Creates the contract of a file with its data clouds, SKUs and prices. It is already an ended study when the
 * transaction commits: no statement is ever signed on it, even if the import stops right after.
 */
export async function installCatalogue(
  work: Pick<Work, 'tx' | 'now'>,
  file: FocusFile,
  owner: StudyOwner,
  key: SealingKey,
): Promise<Installed> {
  const commencing = firstStartOf(file) ?? work.now.toISOString();
  const row = await insertContract(
    work,
    {
      tags: owner.name,
      buyerType: 'E',
      buyerName: owner.name,
      currency: file.currency,
      serviceType: 'byoc',
      creatorID: owner.admin?.id,
      signDate: commencing,
    },
    key,
  );
  const contract = contractOf(row, await besideContract(work.tx, row));
  const catalogue = await catalogueOf(file.usages, contract.id);
  const datacloudIds: string[] = [];
  for (const { name, ...place } of catalogue.dataclouds) {
    const creator = owner.admin?.identifier ?? 'FOCUS';
    const planned = { name, regionID: place, edition: 'ENTERPRISE', creator } as const;
    // No other transaction knows the contract yet, so none waits while prices are created.
    datacloudIds.push((await addDatacloud(work, row, planned)).id);
  }
  await sell(work, contract, catalogue.skus);
  await work.tx.updateTable('contract').set({ state: 'End', is_study: true }).where('id', '=', contract.id).execute();
  return { contract, catalogue, datacloudIds };
}

function firstStartOf({ usages }: FocusFile): string | undefined {
  let first: string | undefined;
  for (const { usage } of usages) if (first === undefined || usage.start < first) first = usage.start;
  return first;
}

/** Finds the catalogue that an earlier run has installed for the same file. */
export async function findCatalogue(db: DbOrTx, file: FocusFile, row: ContractRow): Promise<Installed> {
  const contract = contractOf(row, await besideContract(db, row));
  const catalogue = await catalogueOf(file.usages, contract.id);
  const rows = await db.selectFrom('datacloud').select(['id', 'name']).where('contract_id', '=', contract.id).execute();
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return { contract, catalogue, datacloudIds: catalogue.dataclouds.map(({ name }) => ids.get(name) ?? '') };
}

const skusAStatement = 1_000;

async function sell(work: Pick<Work, 'tx'>, contract: Contract, planned: readonly PlannedSku[]): Promise<void> {
  const { id: contractId, currency, commencingOn: effectiveFrom } = contract;
  for (let from = 0; from < planned.length; from += skusAStatement) {
    const some = planned.slice(from, from + skusAStatement);
    const skus = await createSkus(work, { body: { items: some.map(({ content }) => content) } });
    const items = some.flatMap(({ unitPrice }, index) => {
      const sku = skus.items[index];
      return sku ? [{ skuId: sku.id, contractId, currency, unitPrice, priceUnit: sku.unit, effectiveFrom }] : [];
    });
    await createPrices(work, { body: { items } });
  }
}
