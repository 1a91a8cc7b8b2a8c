import type { Datacloud } from '@usance/api/datacloud';

/** Those whose name, id, region, contract or creator has this in it, whatever its case. */
export function fittingDataclouds(all: readonly Datacloud[], typed: string): readonly Datacloud[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return all;
  return all.filter((each) =>
    [each.name, each.id, each.region, each.regionName, each.contractTags, each.contractId, each.creator].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
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
