import type { Contract } from '@usance/api/contract';
import type { Datacloud } from '@usance/api/datacloud';
import { type BillingMonth, rangeOf } from '@usance/period/billing-month';
import type { Deps, Work } from '../../../platform/context/context.ts';
import { createDueDate } from '../../billing/due-date/create-due-date.ts';
import { installShippedPrices } from '../../metering/price/shipped-list/install-shipped-prices.ts';
import { createAccount } from '../../party/account/create-account.ts';
import { hashPassword } from '../../party/account/password.ts';
import { besideContract, lockContract } from '../../party/contract/contract.queries.ts';
import { contractOf } from '../../party/contract/contract.ts';
import { createDatacloud } from '../../party/datacloud/create-datacloud.ts';
import { grantRole } from '../../party/role/grant-role.ts';
import type { SealingKey } from '../../party/second-factor-record/sealing-key.ts';
import { insertContract } from '../../sale/new-contract/insert-contract.ts';
import { atOnce } from './at-once.ts';
import { demoAccounts, demoPassword } from './demo-accounts.ts';
import type { DemoContract, DemoDatacloud } from './demo-datacloud.ts';

const demoAdmin = 'admin@demo.usance.dev';

export interface DemoInstallation {
  readonly contracts: Readonly<Record<DemoContract, Contract>>;
}

/** The price list, the accounts, both contracts and who may do what on them. */
export function installDemo(deps: Deps, firstMonth: BillingMonth, key: SealingKey): Promise<DemoInstallation> {
  return atOnce(deps, async (work) => {
    await installShippedPrices(work, new Date(rangeOf(firstMonth, 'Asia/Shanghai').start));
    const accountIds = await createAccounts(work);
    const contracts = await createContracts(work, accountIds.get(demoAdmin), firstMonth, key);
    for (const { identifier, role } of demoAccounts) {
      const accountId = accountIds.get(identifier);
      const grant = accountId && role && { contractId: contracts.company.id, accountId, role };
      if (grant) await grantRole(work.tx, grant, work.now);
    }
    return { contracts };
  });
}

/** Ids by e-mail. */
async function createAccounts({ tx, now }: Work): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const { identifier, fullName, position } of demoAccounts) {
    const traits = { fullName, position, company: 'Northwind Retail' };
    ids.set(
      identifier,
      await createAccount(tx, { identifier, passwordHash: await hashPassword(demoPassword), traits }, now),
    );
  }
  return ids;
}

async function createContracts(
  work: Work,
  creatorID: string | undefined,
  firstMonth: BillingMonth,
  key: SealingKey,
): Promise<DemoInstallation['contracts']> {
  if (!creatorID) throw new Error('The demonstration has no administrator');
  const shared = { serviceType: 'saas', creatorID } as const;
  const company = await insertContract(
    work,
    {
      ...shared,
      tags: 'Northwind Retail',
      buyerType: 'E',
      buyerName: 'Northwind Retail Ltd',
      currency: 'USD',
      signDate: new Date(rangeOf(firstMonth, 'UTC').start).toISOString(),
    },
    key,
  );
  const individual = await insertContract(
    work,
    {
      ...shared,
      tags: '气象档案 Weather archive',
      buyerType: 'P',
      buyerName: 'Ada Marlowe',
      currency: 'CNY',
      signDate: new Date(rangeOf(firstMonth, 'Asia/Shanghai').start).toISOString(),
    },
    key,
  );
  // A large customer's terms: two months to pay.
  const contract = await lockContract(work.tx, company.id);
  await createDueDate({ ...work, contract }, { body: { fromMonth: firstMonth, dueDays: 60 } });
  return {
    company: contractOf(company, await besideContract(work.tx, company)),
    individual: contractOf(individual, await besideContract(work.tx, individual)),
  };
}

/** Creates the data clouds that are born in a month, at a plausible hour of its first day. */
export async function createDemoDataclouds(
  deps: Deps,
  installation: DemoInstallation,
  born: readonly DemoDatacloud[],
): Promise<[DemoDatacloud, Datacloud][]> {
  const made: [DemoDatacloud, Datacloud][] = [];
  for (const each of born) {
    const { name, regionID, edition } = each;
    const contractId = installation.contracts[each.contract].id;
    const creator = 'builder@demo.usance.dev';
    const planned = { contractId, name, regionID, edition, creator };
    made.push([each, await atOnce(deps, (work) => createDatacloud(work, planned))]);
  }
  return made;
}
