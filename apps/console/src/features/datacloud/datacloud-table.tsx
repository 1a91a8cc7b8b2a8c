import type { Datacloud } from '@usance/api/datacloud';
import { useMemo } from 'react';
import { m } from '../../paraglide/messages.js';
import { byText, type Column } from '../../ui/table/column.ts';
import { idColumn, instantColumn, statusColumn, textColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { cloudWord, editionWord } from '../cloud/cloud-words.ts';
import { regionWord } from '../region/region-words.ts';
import { datacloudStateTone, datacloudStateWord } from './datacloud-words.ts';

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
  textColumn('name', m.datacloud_name(), (row) => row.name, { ordersHere: true, minWidth: 140 }),
  idColumn('id', 'ID', (row) => row.id, { hidden: true }),
  statusColumn(
    'state',
    m.datacloud_state(),
    ({ state }) => ({ tone: datacloudStateTone[state], word: datacloudStateWord[state]() }),
    { compare: byText((row) => row.state), phone: 'figure' },
  ),
  textColumn('edition', m.datacloud_edition(), (row) => editionWord[row.edition](), {
    phone: 'end',
    compare: byText((row) => row.edition),
  }),
  textColumn('cloud', m.datacloud_cloud(), (row) => cloudWord[row.cloud](), {
    compare: byText((row) => row.cloud),
    phone: 'below',
  }),
  textColumn('region', m.datacloud_region_name(), (row) => regionWord(row.regionName), {
    ordersHere: true,
    phone: 'below',
  }),
  textColumn('contract', m.datacloud_contract(), (row) => row.contractTags, { ordersHere: true }),
  textColumn('creator', m.datacloud_creator(), (row) => row.creator, { hidden: true }),
  instantColumn('gmtCreated', m.datacloud_created_at(), (row) => row.gmtCreated, { ordersHere: true }),
];
