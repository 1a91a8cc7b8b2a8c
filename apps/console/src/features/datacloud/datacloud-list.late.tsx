import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { formatCount } from '../../ui/format/formatters.ts';
import { rememberedView } from '../../ui/page/view-switch.tsx';
import { FindField, seenAtAGlance } from '../../ui/search/find-field.tsx';
import { useFind } from '../../ui/search/use-find.ts';
import { NoMatch } from '../../ui/table/no-match.tsx';
import { BillingLink } from '../contract/billing-link.tsx';
import { homeContract } from '../contract/home-contract.ts';
import { CostsNotShared } from './cost/costs-not-shared.tsx';
import { FailedCosts } from './cost/failed-costs.tsx';
import { datacloudQueries } from './datacloud.queries.ts';
import type { DatacloudSearch } from './datacloud-search.ts';
import { DatacloudTiles } from './datacloud-tiles.tsx';
import { fittingDataclouds } from './fitting-dataclouds.ts';

// Most readers keep the tiles, so the table loads on demand.
const DatacloudTable = lazy(async () => ({ default: (await import('./datacloud-table.tsx')).DatacloudTable }));

interface DatacloudListProps {
  contracts: readonly Contract[];
  search: DatacloudSearch;
  onSearch: (patch: Partial<DatacloudSearch>) => void;
  /** The button that creates a data cloud. */
  create: ReactNode;
}

/** The data clouds as tiles or rows, with the field that finds one. */
export function DatacloudList({ contracts, search, onSearch, create }: DatacloudListProps) {
  const { view = rememberedView('/dataclouds'), page, size } = search;
  const { data } = useQuery(datacloudQueries.all());
  const { typed, find, type, clear } = useFind(search.find, (text) => onSearch({ find: text, page: 1 }));
  const all = data?.items;
  const rows = useMemo(() => all && fittingDataclouds(all, find), [all, find]);
  const changeable = useMemo(
    () => new Set(contracts.filter(({ permissions }) => permissions?.canDeleteDatacloud).map(({ id }) => id)),
    [contracts],
  );
  const billed = useMemo(() => billedOf(contracts), [contracts]);
  const costly = useMemo(() => [...billed.values()], [billed]);
  const mayRead = contracts.some((contract) => contract.permissions?.canReadDataclouds);
  return (
    <>
      {((all?.length ?? 0) > seenAtAGlance || typed !== '') && (
        <FindField label={m.datacloud_search()} hint={m.datacloud_search_hint()} value={typed} onChange={type} />
      )}
      {all && all.length > 0 && billed.size === 0 && <CostsNotShared />}
      <FailedCosts contracts={costly} />
      {all?.length === 0 ? (
        <NoDatacloud mayRead={mayRead} billing={homeContract(contracts)}>
          {contracts.some((contract) => contract.permissions?.canCreateDatacloud) && create}
        </NoDatacloud>
      ) : view === 'table' ? (
        <Suspense>
          <DatacloudTable
            rows={rows}
            changeable={changeable}
            billed={billed}
            paging={{
              page,
              size,
              onPage: (to) => onSearch({ page: to }),
              onSize: (to) => onSearch({ size: to, page: 1 }),
            }}
            onClearFilters={clear}
          />
        </Suspense>
      ) : clear && rows?.length === 0 ? (
        <NoMatch onClear={clear} />
      ) : (
        rows && <DatacloudTiles dataclouds={rows} changeable={changeable} billed={billed} />
      )}
      {data !== undefined && data.totalSize > data.items.length && (
        <p>{m.ui_rows_shown({ first: 1, last: formatCount(data.items.length), total: formatCount(data.totalSize) })}</p>
      )}
    </>
  );
}

const billedOf = (contracts: readonly Contract[]) =>
  new Map(contracts.filter(({ permissions }) => permissions?.canReadCosts).map((each) => [each.id, each]));

interface NoDatacloudProps {
  mayRead: boolean;
  /** The contract whose bills the reader may see instead. */
  billing: Contract | undefined;
  children: ReactNode;
}

/** The empty page, with the button to create the first one if the reader may. */
function NoDatacloud({ mayRead, billing, children }: NoDatacloudProps) {
  if (!mayRead)
    return (
      <Empty title={m.datacloud_may_not_read()} action={billing && <BillingLink contractId={billing.id} />}>
        {m.datacloud_may_not_read_hint()}
      </Empty>
    );
  return (
    <Empty title={m.datacloud_empty()} action={children}>
      {m.datacloud_empty_hint()}
    </Empty>
  );
}
