import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { CreateDatacloudForm } from '../../features/datacloud/create-datacloud-form.tsx';
import { m } from '../../paraglide/messages.js';
import { PageHeader } from '../../ui/page/page-header.tsx';

export const Route = createFileRoute('/_auth/create-datacloud')({
  staticData: { section: 'home', label: m.datacloud_create },
  validateSearch: z.object({ contract: z.optional(z.catch(z.string(), '')) }),
  loader: async ({ context }) => {
    const { items } = await context.queryClient.ensureQueryData(contractQueries.all());
    if (items.length === 0) throw redirect({ to: '/dataclouds' });
  },
  component: CreateDatacloud,
});

function CreateDatacloud() {
  const { contract } = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const { items } = useSuspenseQuery(contractQueries.all()).data;
  const allowed = items.filter((each) => each.permissions?.canCreateDatacloud);
  return (
    <>
      <PageHeader
        title={m.datacloud_create()}
        actions={
          <Button variant="default" leftSection={<IconArrowLeft size={16} />} onClick={() => router.history.back()}>
            {m.datacloud_back()}
          </Button>
        }
      />
      <CreateDatacloudForm
        contracts={allowed}
        initialContractId={allowed.find((each) => each.id === contract)?.id}
        onCreated={() => navigate({ to: '/dataclouds' })}
      />
    </>
  );
}
