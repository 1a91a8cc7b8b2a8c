import { createFileRoute, redirect } from '@tanstack/react-router';
import { accountQueries } from '../features/account/account.queries.ts';
import { contractQueries } from '../features/contract/contract.queries.ts';
import { homeContract } from '../features/contract/home-contract.ts';

export const Route = createFileRoute('/')({
  beforeLoad: async ({ context: { queryClient } }) => {
    const kept = { search: true, hash: true, replace: true } as const;
    const identity = await queryClient.ensureQueryData(accountQueries.whoami());
    // Without contracts, the list of data clouds explains why it is empty.
    const contracts =
      identity && (await queryClient.ensureQueryData(contractQueries.allOfPage()).catch(() => undefined));
    const home = homeContract(contracts?.items ?? []);
    if (home)
      throw redirect({
        to: '/billing-center/$contractId/income-expense',
        params: { contractId: home.id },
        ...kept,
      });
    throw redirect({ to: '/dataclouds', ...kept });
  },
});
