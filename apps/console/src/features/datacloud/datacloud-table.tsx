import type { Contract } from '@usance/api/contract/contract';
import type { ListedDatacloud } from '@usance/api/contract/datacloud';
import { useMemo } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { IdText } from '../../ui/cell/id-text.tsx';
import { byText, type Column } from '../../ui/table/column/column.ts';
import { idColumn, instantColumn, statusColumn, textColumn } from '../../ui/table/column/columns.tsx';
import { DataTable, type DataTableProps } from '../../ui/table/data-table.tsx';
import { cloudWord, editionWord } from '../cloud/cloud-words.ts';
import { TagChips } from '../datacloud-tag/tag-chips.tsx';
import { regionWord } from '../region/region-words.ts';
import { monthCostColumn } from './cost/cost-column.tsx';
import { DatacloudMenu } from './datacloud-menu.tsx';
import classes from './datacloud-table.module.css';
import { datacloudStatus } from './datacloud-words.ts';

type Shared = Pick<DataTableProps<ListedDatacloud>, 'rows' | 'onClearFilters'>;

interface DatacloudTableProps extends Shared, Required<Pick<DataTableProps<ListedDatacloud>, 'paging'>> {
  /** The contracts in which the reader may change data clouds. */
  changeable: ReadonlySet<string>;
  /** The contracts whose costs the reader may see, by id. */
  billed: ReadonlyMap<string, Contract>;
}

/** The data clouds as table rows, to compare them. */
export function DatacloudTable({ changeable, billed, ...props }: DatacloudTableProps) {
  const columns = useMemo(
    () =>
      columnsOf(
        ({ contractId }) => changeable.has(contractId),
        billed.size === 0 ? [] : [monthCostColumn(({ contractId }) => billed.get(contractId))],
      ),
    [changeable, billed],
  );
  return (
    <DataTable
      tableId="datacloud"
      caption={m.datacloud_list()}
      columns={columns}
      rowId={(row) => row.id}
      sort={{ id: 'gmtCreated', desc: true }}
      phoneBelow={900}
      empty={m.datacloud_empty()}
      {...props}
    />
  );
}

interface ContractDatacloudTableProps
  extends Shared,
    Pick<DataTableProps<ListedDatacloud>, 'error' | 'onRetry' | 'empty'> {
  mayChange: boolean;
  /** The contract, if the reader may see its costs. */
  billed: Contract | undefined;
}

/** All data clouds of one contract. */
export function ContractDatacloudTable({ mayChange, billed, ...props }: ContractDatacloudTableProps) {
  const columns = useMemo(
    () => columnsOfContract(() => mayChange, billed ? [monthCostColumn(() => billed)] : []),
    [mayChange, billed],
  );
  return (
    <DataTable
      tableId="contract-datacloud"
      caption={m.datacloud_list()}
      columns={columns}
      rowId={(row) => row.id}
      sort={{ id: 'gmtCreated', desc: true }}
      phoneBelow={900}
      {...props}
    />
  );
}

type MayChange = (row: ListedDatacloud) => boolean;

const stateColumn = () =>
  statusColumn<ListedDatacloud>('state', m.datacloud_state(), datacloudStatus, {
    compare: byText((row) => datacloudStatus(row).word),
    phone: 'figure',
  });
const placeColumns = (): Column<ListedDatacloud>[] => [
  textColumn('edition', m.datacloud_edition(), (row) => editionWord[row.edition](), {
    phone: 'end',
    ordersHere: true,
  }),
  textColumn('cloud', m.datacloud_cloud(), (row) => cloudWord[row.cloud](), {
    ordersHere: true,
    phone: 'below',
  }),
  textColumn('region', m.datacloud_region_name(), (row) => regionWord(row.regionName), {
    ordersHere: true,
    share: 18,
    phone: 'below',
    wraps: true,
  }),
];
const createdColumn = () =>
  instantColumn<ListedDatacloud>('gmtCreated', m.datacloud_created_at(), (row) => row.gmtCreated, { ordersHere: true });
const actionColumn = (mayChange: MayChange): Column<ListedDatacloud> => ({
  id: 'actions',
  header: m.datacloud_actions(),
  stays: true,
  phone: 'menu',
  cell: (row) => mayChange(row) && <DatacloudMenu datacloud={row} />,
});

const columnsOf = (mayChange: MayChange, costs: Column<ListedDatacloud>[]): Column<ListedDatacloud>[] => [
  textColumn('name', m.datacloud_name(), (row) => row.name, { ordersHere: true, minWidth: 132, share: 13 }),
  idColumn('id', 'ID', (row) => row.id, { hidden: true }),
  stateColumn(),
  ...costs,
  ...placeColumns(),
  textColumn('contract', m.datacloud_contract(), (row) => row.contractTags, {
    ordersHere: true,
    share: 20,
    wraps: true,
  }),
  textColumn('creator', m.datacloud_creator(), (row) => row.creator, { hidden: true }),
  createdColumn(),
  {
    id: 'tags',
    header: m.datacloud_tags(),
    cell: ({ tags }) => <TagChips tags={tags} />,
    hidden: true,
    minWidth: 200,
    share: 24,
  },
  actionColumn(mayChange),
];

const columnsOfContract = (mayChange: MayChange, costs: Column<ListedDatacloud>[]): Column<ListedDatacloud>[] => [
  {
    id: 'name',
    header: m.datacloud_name_and_id(),
    cell: ({ name, id, tags }) => (
      <span className={classes.named}>
        <span title={name}>{name}</span>
        <IdText id={id} />
        {tags.length > 0 && <TagChips tags={tags} most={1} />}
      </span>
    ),
    minWidth: 200,
    share: 20,
  },
  stateColumn(),
  ...costs,
  ...placeColumns(),
  // A mail address is longer than what the other columns leave.
  textColumn('creator', m.datacloud_creator(), (row) => row.creator, { hidden: true, share: 18 }),
  createdColumn(),
  actionColumn(mayChange),
];
