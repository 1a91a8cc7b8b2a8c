import type { Contract } from '@usance/api/contract';
import type { Datacloud } from '@usance/api/datacloud';
import { type BillingMonth, rangeOf } from '@usance/period/billing-month';
import type { Deps } from '../../../platform/context.ts';
import { installListPrices } from '../../metering/price/shipped-list/install-list-prices.ts';
import { createAccount } from '../../party/account/create-account.ts';
import { createDatacloud } from '../../party/datacloud/create-datacloud.ts';
import { grantRole } from '../../party/role/role.queries.ts';
import { createContract } from '../../sale/new-contract/create-contract.ts';
import { demoAccounts, demoPassword } from './demo-accounts.ts';
import type { DemoContract, DemoDatacloud } from './demo-datacloud.ts';

export interface DemoInstallation {
  readonly contracts: Readonly<Record<DemoContract, Contract>>;
}

/** The price list, the accounts, both contracts and who may do what on them. */
export async function installDemo(deps: Deps, firstMonth: BillingMonth): Promise<DemoInstallation> {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    await installListPrices(tx, new Date(rangeOf(firstMonth, 'Asia/Shanghai').start));
    const ids = new Map<string, string>();
    for (const { identifier, fullName, position } of demoAccounts) {
      const traits = { fullName, position, company: 'Northwind Retail' };
      ids.set(identifier, await createAccount(tx, { identifier, password: demoPassword, traits }, now));
    }
    const creatorID = ids.get('admin@demo.usance.dev');
    if (!creatorID) throw new Error('The demonstration has no administrator');
    const shared = { serviceType: 'saas', creatorID } as const;
    const company = await createContract(
      tx,
      {
        ...shared,
        tags: 'Northwind Retail',
        buyerType: 'E',
        buyerName: 'Northwind Retail Ltd',
        currency: 'USD',
        signDate: new Date(rangeOf(firstMonth, 'UTC').start).toISOString(),
        dueDays: 60,
      },
      now,
    );
    const individual = await createContract(
      tx,
      {
        ...shared,
        tags: '气象档案 Weather archive',
        buyerType: 'P',
        buyerName: 'Ada Marlowe',
        currency: 'CNY',
        signDate: new Date(rangeOf(firstMonth, 'Asia/Shanghai').start).toISOString(),
        dueDays: 6,
      },
      now,
    );
    for (const { identifier, role } of demoAccounts) {
      const accountId = ids.get(identifier);
      if (accountId && role) await grantRole(tx, { contractId: company.id, accountId, role }, now);
    }
    return { contracts: { company, individual } };
  });
}

/** Creates the data clouds that are born in a month, at a plausible hour of its first day. */
export async function createDemoDataclouds(
  deps: Deps,
  installation: DemoInstallation,
  born: readonly DemoDatacloud[],
): Promise<[DemoDatacloud, Datacloud][]> {
  const made: [DemoDatacloud, Datacloud][] = [];
  for (const each of born) {
    const datacloud = await deps.db.transaction().execute((tx) =>
      createDatacloud(
        tx,
        {
          contractId: installation.contracts[each.contract].id,
          name: each.name,
          regionID: each.regionID,
          edition: each.edition,
          creator: 'builder@demo.usance.dev',
        },
        deps.clock.now(),
      ),
    );
    made.push([each, datacloud]);
  }
  return made;
}
