import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { formatCount } from '../../../ui/format/formatters.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { rememberedView, ViewSwitch } from '../../../ui/page/view-switch.tsx';
import { FindField, seenAtAGlance } from '../../../ui/search/find-field.tsx';
import { useFind } from '../../../ui/search/use-find.ts';
import { NoMatch } from '../../../ui/table/no-match.tsx';
import { contractQueries } from '../contract.queries.ts';
import { CreateContractButton } from '../create-contract-button.tsx';
import { Welcome } from '../welcome.tsx';
import type { ContractSearch } from './contract-search.ts';
import { ContractTiles } from './contract-tiles.tsx';
import { fittingContracts } from './fitting-contracts.ts';
import type { UpgradeContract } from './upgrade-button.tsx';

// Most readers keep the tiles, so the table loads on demand.
const ContractTable = lazy(async () => ({ default: (await import('./contract-table.tsx')).ContractTable }));

interface ContractsPageProps {
  search: ContractSearch;
  onSearch: (patch: Partial<ContractSearch>) => void;
  onUpgrade?: UpgradeContract;
}

/** All contracts on which the reader has a role, as tiles or table rows. */
export function ContractsPage({ search, onSearch, onUpgrade }: ContractsPageProps) {
  const { view = rememberedView('/contracts'), page, size } = search;
  const { items, totalSize } = useSuspenseQuery(contractQueries.all()).data;
  const navigate = useNavigate();
  const { typed, find, type, clear } = useFind(search.find, (text) => onSearch({ find: text, page: 1 }));
  const found = useMemo(() => fittingContracts(items, find), [items, find]);
  if (items.length === 0) {
    return (
      <>
        <PageHeader title={m.contract_list()} lead={m.contract_list_lead()} />
        <Welcome />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={m.contract_list()}
        lead={m.contract_list_lead()}
        actions={
          <>
            <ViewSwitch
              label={m.contract_view()}
              words={{ tiles: m.contract_view_tiles(), table: m.contract_view_table() }}
              value={view}
              onChange={(chosen) => onSearch({ view: chosen })}
            />
            <CreateContractButton
              onCreated={({ id }) =>
                void navigate({ to: '/contracts/$contractId/overview', params: { contractId: id } })
              }
            />
          </>
        }
      />
      {(items.length > seenAtAGlance || typed !== '') && (
        <FindField label={m.contract_search()} hint={m.contract_search_hint()} value={typed} onChange={type} />
      )}
      {view === 'table' ? (
        <Suspense>
          <ContractTable
            rows={found}
            onUpgrade={onUpgrade}
            paging={{
              page,
              size,
              onPage: (to) => onSearch({ page: to }),
              onSize: (to) => onSearch({ size: to, page: 1 }),
            }}
            onClearFilters={clear}
          />
        </Suspense>
      ) : clear && found.length === 0 ? (
        <NoMatch onClear={clear} />
      ) : (
        <ContractTiles contracts={found} onUpgrade={onUpgrade} />
      )}
      {totalSize > items.length && (
        <p>{m.ui_rows_shown({ first: 1, last: formatCount(items.length), total: formatCount(totalSize) })}</p>
      )}
    </>
  );
}
