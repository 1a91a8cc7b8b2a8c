import { Button } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { Budget } from '@usance/api/billing/budget';
import { useMemo, useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { contractQueries } from '../contract/contract.queries.ts';
import { budgetQueries } from './budget.queries.ts';
import { type BudgetAct, budgetColumns } from './budget-columns.tsx';

const dialogs = new Late(async () => (await import('./budget-dialogs.late.tsx')).BudgetDialogs);

/** The subject of the open dialog. */
type Open = 'new' | { act: BudgetAct; budget: Budget };

/** The budgets of a contract, with the cost of the running month. Billing managers change them. */
export function BudgetsPage({ contractId }: { contractId: string }) {
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  const { data, error, refetch } = useQuery(budgetQueries.all(contractId));
  const { part: BudgetDialogs, press } = useLate(dialogs);
  const [open, setOpen] = useState<Open>();
  const mayChange = contract.permissions?.canManageBilling === true;
  const columns = useMemo(() => {
    const begin = (act: BudgetAct, budget: Budget) => {
      press();
      setOpen({ act, budget });
    };
    return budgetColumns(contract, mayChange ? begin : undefined);
  }, [contract, mayChange, press]);
  const add = mayChange && (
    <Button
      onClick={() => {
        press();
        setOpen('new');
      }}
    >
      {m.budget_add()}
    </Button>
  );
  const hasSome = (data?.items.length ?? 0) > 0;
  return (
    <>
      <PageHeader title={m.budget_title()} lead={m.budget_why()} actions={hasSome && add} />
      <DataTable
        tableId="budget"
        caption={m.budget_title()}
        columns={columns}
        rows={data?.items}
        rowId={({ id }) => id}
        sort={{ id: 'name', desc: false }}
        error={data === undefined ? error : null}
        onRetry={() => void refetch()}
        empty={
          <Empty title={m.budget_none()} action={add}>
            {m.budget_empty()}
          </Empty>
        }
      />
      {BudgetDialogs && open !== undefined && (
        <BudgetDialogs contract={contract} open={open} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
