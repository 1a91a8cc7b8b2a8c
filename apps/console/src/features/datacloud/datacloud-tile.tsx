import type { Contract } from '@usance/api/contract/contract';
import type { ListedDatacloud } from '@usance/api/contract/datacloud';
import * as m from '../../i18n/messages.gen.ts';
import { InstantText } from '../../ui/cell/date-text.tsx';
import { IdText } from '../../ui/cell/id-text.tsx';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import { Tile } from '../../ui/page/tile.tsx';
import { cloudWord, editionWord } from '../cloud/cloud-words.ts';
import { EditTagsButton } from '../datacloud-tag/edit-tags-button.tsx';
import { TagChips } from '../datacloud-tag/tag-chips.tsx';
import { regionWord } from '../region/region-words.ts';
import { DatacloudCost } from './datacloud-cost.tsx';
import { datacloudStatus } from './datacloud-words.ts';
import { DeleteDatacloudButton } from './delete-datacloud-button.tsx';

interface DatacloudTileProps {
  datacloud: ListedDatacloud;
  mayChange: boolean;
  /** The currency of its costs, if the reader may see them. */
  costsIn: Contract['currency'] | undefined;
}

/** One data cloud at a glance. */
export function DatacloudTile({ datacloud, mayChange, costsIn }: DatacloudTileProps) {
  const { id, name, tags } = datacloud;
  const status = datacloudStatus(datacloud);
  return (
    <Tile
      id={id}
      name={name}
      title={name}
      status={<StatusTag tone={status.tone}>{status.word}</StatusTag>}
      facts={[
        { name: m.datacloud_cloud(), value: cloudWord[datacloud.cloud]() },
        { name: m.datacloud_region_name(), value: regionWord(datacloud.regionName), title: datacloud.region },
        { name: m.datacloud_edition(), value: editionWord[datacloud.edition]() },
        { name: m.datacloud_contract(), value: datacloud.contractTags, title: datacloud.contractId },
        ...(costsIn === undefined
          ? []
          : [{ name: m.datacloud_month_so_far(), value: <DatacloudCost datacloud={datacloud} currency={costsIn} /> }]),
        { name: m.datacloud_created_at(), value: <InstantText at={datacloud.gmtCreated} /> },
        ...(tags.length === 0 ? [] : [{ name: m.datacloud_tags(), value: <TagChips tags={tags} /> }]),
      ]}
      actions={
        mayChange && (
          <>
            <EditTagsButton datacloud={datacloud} />
            <DeleteDatacloudButton datacloud={datacloud} />
          </>
        )
      }
    >
      <IdText id={id} longest={24} />
    </Tile>
  );
}
