import type { ListedDatacloud } from '@usance/api/contract/datacloud';
import { fitsWords } from '../../ui/search/fits-words.ts';

/** Returns the data clouds that match a typed text by name, id, region, contract, creator or tag. */
export function fittingDataclouds(all: readonly ListedDatacloud[], typed: string): readonly ListedDatacloud[] {
  return all.filter(({ name, id, region, regionName, contractTags, contractId, creator, tags }) =>
    fitsWords(typed, [
      name,
      id,
      region,
      regionName,
      contractTags,
      contractId,
      creator,
      ...tags.map(({ key, value }) => `${key}=${value}`),
    ]),
  );
}

interface Group {
  readonly contractId: string;
  readonly contractTags: string;
  readonly dataclouds: readonly ListedDatacloud[];
}

/** Groups data clouds by contract, in the order of first appearance. */
export function groupedByContract(all: readonly ListedDatacloud[]): Group[] {
  return [...Map.groupBy(all, ({ contractId }) => contractId)].map(([contractId, dataclouds]) => ({
    contractId,
    contractTags: dataclouds[0]?.contractTags ?? '',
    dataclouds,
  }));
}
