import type { Datacloud } from '@usance/api/datacloud';
import { useMemo } from 'react';
import { m } from '../../paraglide/messages.js';
import { InstantText } from '../../ui/cell/date-text.tsx';
import { IdText } from '../../ui/cell/id-text.tsx';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import { byText, type Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { cloudWord, datacloudStateTone, datacloudStateWord, editionWord } from './datacloud-words.ts';

/** The same data clouds as rows, for those who compare. */
export function DatacloudTable({ rows }: { rows: readonly Datacloud[] | undefined }) {
  const columns = useMemo(columnsOf, []);
  return (
    <DataTable
      tableId="datacloud"
      caption={m.datacloud_list()}
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      sort={{ id: 'gmtCreated', desc: true }}
      empty={m.datacloud_empty()}
    />
  );
}

const columnsOf = (): Column<Datacloud>[] => [
  {
    id: 'name',
    header: m.datacloud_name(),
    cell: (row) => row.name,
    compare: byText((row) => row.name),
    minWidth: 140,
  },
  { id: 'id', header: 'ID', cell: (row) => <IdText id={row.id} /> },
  {
    id: 'state',
    header: m.datacloud_state(),
    cell: (row) => <StatusTag tone={datacloudStateTone[row.state]}>{datacloudStateWord[row.state]()}</StatusTag>,
    compare: byText((row) => row.state),
  },
  {
    id: 'edition',
    header: m.datacloud_edition(),
    cell: (row) => editionWord[row.edition](),
    compare: byText((row) => row.edition),
  },
  {
    id: 'cloud',
    header: m.datacloud_cloud(),
    cell: (row) => cloudWord[row.cloud](),
    compare: byText((row) => row.cloud),
  },
  {
    id: 'region',
    header: m.datacloud_region_name(),
    cell: (row) => row.regionName,
    compare: byText((row) => row.regionName),
  },
  {
    id: 'contract',
    header: m.datacloud_contract(),
    cell: (row) => row.contractTags,
    compare: byText((row) => row.contractTags),
  },
  { id: 'creator', header: m.datacloud_creator(), cell: (row) => row.creator, hidden: true },
  {
    id: 'gmtCreated',
    header: m.datacloud_created_at(),
    cell: (row) => <InstantText at={row.gmtCreated} />,
    compare: byText((row) => row.gmtCreated),
  },
];
