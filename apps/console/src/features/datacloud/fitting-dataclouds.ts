import type { Datacloud } from '@usance/api/datacloud';
import { fitsWords } from '../../ui/search/fits-words.ts';

/** The data clouds that somebody who types this may mean: by name, id, region, contract or creator. */
export function fittingDataclouds(all: readonly Datacloud[], typed: string): readonly Datacloud[] {
  return all.filter(({ name, id, region, regionName, contractTags, contractId, creator }) =>
    fitsWords(typed, [name, id, region, regionName, contractTags, contractId, creator]),
  );
}

interface Group {
  readonly contractId: string;
  readonly contractTags: string;
  readonly dataclouds: readonly Datacloud[];
}

/** One group for each contract, in the order in which they come first. */
export function groupedByContract(all: readonly Datacloud[]): Group[] {
  return [...Map.groupBy(all, ({ contractId }) => contractId)].map(([contractId, dataclouds]) => ({
    contractId,
    contractTags: dataclouds[0]?.contractTags ?? '',
    dataclouds,
  }));
}
