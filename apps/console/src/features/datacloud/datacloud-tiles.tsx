import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract/contract';
import type { ListedDatacloud } from '@usance/api/contract/datacloud';
import { useMemo, useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { formatCount } from '../../ui/format/formatters.ts';
import { FoldedTiles } from '../../ui/page/folded-tiles.tsx';
import { Section } from '../../ui/page/section.tsx';
import { DatacloudTile } from './datacloud-tile.tsx';
import classes from './datacloud-tiles.module.css';
import { groupedByContract } from './fitting-dataclouds.ts';

interface DatacloudTilesProps {
  dataclouds: readonly ListedDatacloud[];
  /** The contracts in which the reader may change data clouds. */
  changeable: ReadonlySet<string>;
  /** The contracts whose costs the reader may see, by id. */
  billed: ReadonlyMap<string, Contract>;
}

/** The number of tiles of a contract, and of contracts, shown at first; the others are shown on demand. */
const unfolded = { dataclouds: 9, contracts: 4 } as const;

/** Data clouds as tiles, grouped by contract. */
export function DatacloudTiles({ dataclouds, changeable, billed }: DatacloudTilesProps) {
  const groups = useMemo(() => groupedByContract(dataclouds), [dataclouds]);
  const [isWhole, setWhole] = useState(false);
  const [only] = groups;
  if (only && groups.length === 1)
    return <Folded dataclouds={only.dataclouds} changeable={changeable} billed={billed} />;
  const shown = isWhole ? groups : groups.slice(0, unfolded.contracts);
  return (
    <>
      {shown.map(({ contractId, contractTags, dataclouds: own }) => (
        <Section
          key={contractId}
          title={contractTags}
          note={own.length === 1 ? m.datacloud_count_one() : m.datacloud_count({ total: formatCount(own.length) })}
          actions={
            <Link to="/contracts/$contractId/dataclouds" params={{ contractId }}>
              {m.datacloud_of_contract()}
            </Link>
          }
        >
          <Folded dataclouds={own} changeable={changeable} billed={billed} />
        </Section>
      ))}
      {shown.length < groups.length && (
        <div className={classes.more} data-screen-only>
          <Button variant="default" onClick={() => setWhole(true)}>
            {m.datacloud_show_all_contracts({ total: formatCount(groups.length) })}
          </Button>
        </div>
      )}
    </>
  );
}

function Folded({ dataclouds, changeable, billed }: DatacloudTilesProps) {
  return (
    <FoldedTiles
      items={dataclouds}
      unfolded={unfolded.dataclouds}
      showAll={m.datacloud_show_all({ total: formatCount(dataclouds.length) })}
    >
      {(datacloud) => (
        <DatacloudTile
          key={datacloud.id}
          datacloud={datacloud}
          mayChange={changeable.has(datacloud.contractId)}
          billed={billed.get(datacloud.contractId)}
        />
      )}
    </FoldedTiles>
  );
}
