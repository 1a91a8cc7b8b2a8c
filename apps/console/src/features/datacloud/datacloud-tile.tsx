import type { Datacloud } from '@usance/api/datacloud';
import { m } from '../../paraglide/messages.js';
import { InstantText } from '../../ui/cell/date-text.tsx';
import { IdText } from '../../ui/cell/id-text.tsx';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import classes from '../../ui/page/tile.module.css';
import { cloudWord, datacloudStateTone, datacloudStateWord, editionWord } from './datacloud-words.ts';

/** One data cloud at a glance. */
export function DatacloudTile({ datacloud }: { datacloud: Datacloud }) {
  return (
    <article className={classes.tile} aria-labelledby={`${datacloud.id}-name`}>
      <div className={classes.head}>
        <h2 id={`${datacloud.id}-name`} className={classes.name} title={datacloud.name}>
          {datacloud.name}
        </h2>
        <StatusTag tone={datacloudStateTone[datacloud.state]}>{datacloudStateWord[datacloud.state]()}</StatusTag>
      </div>
      <IdText id={datacloud.id} longest={24} />
      <dl className={classes.facts}>
        <dt>{m.datacloud_cloud()}</dt>
        <dd>{cloudWord[datacloud.cloud]()}</dd>
        <dt>{m.datacloud_region_name()}</dt>
        <dd title={datacloud.region}>{datacloud.regionName}</dd>
        <dt>{m.datacloud_edition()}</dt>
        <dd>{editionWord[datacloud.edition]()}</dd>
        <dt>{m.datacloud_contract()}</dt>
        <dd title={datacloud.contractId}>{datacloud.contractTags}</dd>
        <dt>{m.datacloud_created_at()}</dt>
        <dd>
          <InstantText at={datacloud.gmtCreated} />
        </dd>
      </dl>
    </article>
  );
}
