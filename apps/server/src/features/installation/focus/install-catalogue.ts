import type { Contract } from '@usance/api/contract';
import type { Tx } from '../../../platform/postgres/database.ts';
import { createPrices } from '../../metering/price/create-prices.ts';
import { createSkus } from '../../metering/sku/create-skus.ts';
import { createDatacloud } from '../../party/datacloud/create-datacloud.ts';
import { createContract } from '../../sale/new-contract/create-contract.ts';
import { type Catalogue, catalogueOf, type PlannedSku } from './catalogue.ts';
import type { FocusFile } from './read-focus-file.ts';

/** Who the contract is made for. */
export interface Owner {
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
 * Makes the contract of a file with its data clouds, SKUs and prices. It has ended when the transaction commits, so that
 * no statement is ever signed on it, not even when the import breaks off right after.
 */
export async function installCatalogue(tx: Tx, file: FocusFile, owner: Owner, now: Date): Promise<Installed> {
  const commencing = file.usages.map(({ usage }) => usage.start).sort()[0] ?? now.toISOString();
  const contract = await createContract(
    tx,
    {
      tags: owner.name,
      buyerType: 'E',
      buyerName: owner.name,
      currency: file.currency,
      serviceType: 'byoc',
      creatorID: owner.admin?.id,
      signDate: commencing,
      dueDays: 6,
    },
    now,
  );
  const catalogue = catalogueOf(file.usages, contract.id);
  const datacloudIds: string[] = [];
  for (const { name, ...place } of catalogue.dataclouds) {
    const creator = owner.admin?.identifier ?? 'FOCUS';
    const datacloud = await createDatacloud(
      tx,
      { contractId: contract.id, name, regionID: place, edition: 'ENTERPRISE', creator },
      now,
    );
    datacloudIds.push(datacloud.id);
  }
  await sell(tx, contract, catalogue.skus);
  await tx.updateTable('contract').set({ state: 'End' }).where('id', '=', contract.id).execute();
  return { contract, catalogue, datacloudIds };
}

const skusAStatement = 1_000;

async function sell(tx: Tx, contract: Contract, planned: readonly PlannedSku[]): Promise<void> {
  for (let from = 0; from < planned.length; from += skusAStatement) {
    const some = planned.slice(from, from + skusAStatement);
    const skus = await createSkus(
      tx,
      some.map(({ content }) => content),
    );
    await createPrices(
      tx,
      some.flatMap(({ unitPrice }, index) => {
        const sku = skus[index];
        const { id: contractId, currency, commencingOn: effectiveFrom } = contract;
        return sku ? [{ skuId: sku.id, contractId, currency, unitPrice, priceUnit: sku.unit, effectiveFrom }] : [];
      }),
    );
  }
}
