import { budgets } from '@usance/api/billing/budget';
import type { ParsedBody } from '@usance/api/call';
import type { Deps } from '#platform/context/context.ts';
import { countBudgets } from '../../../billing/budget/count-budgets.ts';
import { expectBudgets } from '../../../billing/budget/expect-budgets.ts';
import { createBudget } from '../../../billing/budget/keep-budget.ts';
import { lockContract } from '../../../contract/contract/contract.queries.ts';
import { atOnce, noteDoneBy } from './at-once.ts';
import { type DemoInstallation, demoFinance, personIn } from './demo-installation.ts';

/** The amounts are such that neither is reached in a usual month. */
const demoBudgets: readonly ParsedBody<typeof budgets.create>[] = [
  {
    name: 'All data clouds',
    amount: '30000',
    filter: {},
    warnings: [80, 100],
    forecastWarnings: [100],
    atLimit: 'tell',
  },
  {
    name: 'Data science',
    amount: '3000',
    filter: { tag: ['team=data-science'] },
    warnings: [80],
    forecastWarnings: [],
    atLimit: 'ask',
  },
];

/** Sets the company's budgets: one of all its usage, and one of a team that asks when it is used up. */
export async function setBudgets(deps: Deps, installation: DemoInstallation): Promise<void> {
  const contractId = installation.contracts.company.id;
  const by = personIn(installation, demoFinance);
  for (const body of demoBudgets)
    await atOnce(deps, async (work) => {
      await createBudget({ ...work, contract: await lockContract(work.tx, contractId) }, { body });
      await noteDoneBy(work, by, { call: budgets.create, contractId, body });
    });
}

/** Counts the running month, so that the first page already shows it. */
export async function countRunningMonth(deps: Deps, { contracts }: DemoInstallation): Promise<void> {
  const now = deps.clock.now();
  await countBudgets(deps, contracts.company.id, now);
  await expectBudgets(deps, now);
}
