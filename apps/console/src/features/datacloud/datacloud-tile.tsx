import type { Contract } from '@usance/api/contract/contract';
import type { ListedDatacloud } from '@usance/api/contract/datacloud';
import * as m from '../../i18n/messages.gen.ts';
import { InstantText } from '../../ui/cell/date-text.tsx';
import { IdText } from '../../ui/cell/id-text.tsx';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import { Tile } from '../../ui/page/tile.tsx';
import { cloudWord, editionWord } from '../cloud/cloud-words.ts';
import { TagChips } from '../datacloud-tag/tag-chips.tsx';
import { regionWord } from '../region/region-words.ts';
import { DatacloudCost } from './cost/datacloud-cost.tsx';
import { DatacloudMenu } from './datacloud-menu.tsx';
import { datacloudStatus } from './datacloud-words.ts';

interface DatacloudTileProps {
  datacloud: ListedDatacloud;
  mayChange: boolean;
  /** Its contract, if the reader may see costs. */
  billed: Contract | undefined;
}

/** One data cloud at a glance. */
export function DatacloudTile({ datacloud, mayChange, billed }: DatacloudTileProps) {
  const { id, name, tags } = datacloud;
  const status = datacloudStatus(datacloud);
  return (
    <Tile
      id={id}
      name={name}
      title={name}
      status={<StatusTag tone={status.tone}>{status.word}</StatusTag>}
      menu={mayChange && <DatacloudMenu datacloud={datacloud} />}
      facts={[
        { name: m.datacloud_cloud(), value: cloudWord[datacloud.cloud]() },
        { name: m.datacloud_region_name(), value: regionWord(datacloud.regionName), title: datacloud.region },
        { name: m.datacloud_edition(), value: editionWord[datacloud.edition]() },
        { name: m.datacloud_contract(), value: datacloud.contractTags, title: datacloud.contractId },
        { name: m.datacloud_created_at(), value: <InstantText at={datacloud.gmtCreated} /> },
        ...(tags.length === 0 ? [] : [{ name: m.datacloud_tags(), value: <TagChips tags={tags} /> }]),
      ]}
    >
      <IdText id={id} longest={24} />
      {billed && <DatacloudCost datacloud={datacloud} contract={billed} />}
    </Tile>
  );
}
