import { ActionIcon } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { toldContracts } from '@usance/api/contract/contract';
import { useMemo } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { useDelayed } from '../../ui/feedback/use-delayed.ts';
import { IconRefresh } from '../../ui/icon/icons.tsx';
import { Below, loadedBelow } from '../../ui/late/below.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { rememberedView, ViewSwitch } from '../../ui/page/view-switch.tsx';
import { Tip } from '../../ui/tip/tip.tsx';
import { contractQueries } from '../contract/contract.queries.ts';
import { Welcome } from '../contract/welcome.tsx';
import { NeedsYou } from '../needs-you/needs-you.tsx';
import { CreateDatacloudButton } from './create-datacloud-button.tsx';
import { datacloudQueries } from './datacloud.queries.ts';
import type { DatacloudSearch } from './datacloud-search.ts';

const DatacloudList = loadedBelow(async () => (await import('./datacloud-list.late.tsx')).DatacloudList);

interface DatacloudsPageProps {
  search: DatacloudSearch;
  onSearch: (patch: Partial<DatacloudSearch>) => void;
}

/** The reader's data clouds, as tiles or table rows. */
export function DatacloudsPage({ search, onSearch }: DatacloudsPageProps) {
  const { view = rememberedView('/dataclouds') } = search;
  const contracts = useSuspenseQuery(contractQueries.all()).data.items;
  const { data, refetch, isFetching } = useQuery(datacloudQueries.all());
  const isLate = useDelayed(isFetching);
  const told = useMemo(() => toldContracts(contracts), [contracts]);
  const create = <CreateDatacloudButton contracts={contracts} />;
  if (contracts.length === 0 && data?.items.length === 0) return <FirstVisit />;
  return (
    <>
      <PageHeader
        title={m.datacloud_list()}
        lead={m.datacloud_list_lead()}
        actions={
          <>
            <ViewSwitch
              label={m.datacloud_view()}
              words={{ tiles: m.datacloud_view_tiles(), table: m.datacloud_view_table() }}
              value={view}
              onChange={(chosen) => onSearch({ view: chosen })}
            />
            <Tip label={m.datacloud_refresh()}>
              <ActionIcon
                variant="default"
                size={32}
                aria-label={m.datacloud_refresh()}
                loading={isLate}
                onClick={() => refetch()}
              >
                <IconRefresh size={16} />
              </ActionIcon>
            </Tip>
            {create}
          </>
        }
      />
      {told.length > 0 && <NeedsYou contracts={told} />}
      <Below>
        <DatacloudList contracts={contracts} search={search} onSearch={onSearch} create={create} />
      </Below>
    </>
  );
}

function FirstVisit() {
  return (
    <>
      <PageHeader title={m.datacloud_list()} />
      <Welcome />
    </>
  );
}
