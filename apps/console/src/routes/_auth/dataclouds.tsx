import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconCloud, IconRefresh } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import * as z from 'zod/mini';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { Welcome } from '../../features/contract/welcome.tsx';
import { datacloudQueries } from '../../features/datacloud/datacloud.queries.ts';
import { DatacloudTile } from '../../features/datacloud/datacloud-tile.tsx';
import { m } from '../../paraglide/messages.js';
import { Empty } from '../../ui/feedback/empty.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import tiles from '../../ui/page/tile.module.css';
import { rememberedView, ViewSwitch } from '../../ui/page/view-switch.tsx';

// Tiles are what most people keep; the table and all it brings come when it is asked for.
const DatacloudTable = lazy(async () => ({
  default: (await import('../../features/datacloud/datacloud-table.tsx')).DatacloudTable,
}));

export const Route = createFileRoute('/_auth/dataclouds')({
  staticData: { menu: 'home', icon: IconCloud, order: 10, label: m.datacloud_list },
  validateSearch: z.object({
    view: z.optional(z.catch(z.enum(['tiles', 'table']), 'tiles')),
    checkVersion: z.optional(z.catch(z.boolean(), true)),
  }),
  loader: ({ context }) =>
    Promise.all([
      context.queryClient.ensureQueryData(contractQueries.all()),
      context.queryClient.ensureQueryData(datacloudQueries.all()),
    ]),
  component: Dataclouds,
});

function Dataclouds() {
  const { view = rememberedView('/dataclouds') } = Route.useSearch();
  const navigate = Route.useNavigate();
  const contracts = useSuspenseQuery(contractQueries.all()).data.items;
  const { data, refetch, isFetching } = useQuery(datacloudQueries.all());
  const rows = data?.items;
  const mayCreate = contracts.some((contract) => contract.permissions?.canCreateDatacloud);
  if (contracts.length === 0 && rows?.length === 0) return <FirstVisit />;
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
              onChange={(chosen) => navigate({ search: (search) => ({ ...search, view: chosen }), replace: true })}
            />
            <Tooltip label={m.datacloud_refresh()}>
              <ActionIcon
                variant="default"
                size={32}
                aria-label={m.datacloud_refresh()}
                loading={isFetching}
                onClick={() => refetch()}
              >
                <IconRefresh size={16} />
              </ActionIcon>
            </Tooltip>
            <CreateButton enabled={mayCreate} />
          </>
        }
      />
      {rows?.length === 0 ? (
        <NoDatacloud mayCreate={mayCreate} />
      ) : view === 'table' ? (
        <Suspense>
          <DatacloudTable rows={rows} />
        </Suspense>
      ) : (
        <div className={tiles.tiles}>
          {rows?.map((datacloud) => (
            <DatacloudTile key={datacloud.id} datacloud={datacloud} />
          ))}
        </div>
      )}
    </>
  );
}

function CreateButton({ enabled }: { enabled: boolean }) {
  if (!enabled) {
    return (
      <Tooltip label={m.datacloud_no_auth()}>
        <Button size="sm" data-disabled aria-disabled onClick={(event) => event.preventDefault()}>
          {m.datacloud_create()}
        </Button>
      </Tooltip>
    );
  }
  return <Button renderRoot={(props) => <Link to="/create-datacloud" {...props} />}>{m.datacloud_create()}</Button>;
}

function NoDatacloud({ mayCreate }: { mayCreate: boolean }) {
  return (
    <Empty title={m.datacloud_empty()} action={mayCreate && <CreateButton enabled />}>
      {m.datacloud_empty_hint()}
    </Empty>
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
