import { type Contract, contracts } from '@usance/api/contract/contract';
import { contractRoles } from '@usance/api/contract/contract-role';
import { costSharings } from '@usance/api/contract/cost-sharing';
import { type Datacloud, dataclouds } from '@usance/api/contract/datacloud';
import { datacloudTags } from '@usance/api/contract/datacloud-tag';
import { type BillingMonth, rangeOf } from '@usance/period/billing-month';
import type { Deps, Work } from '#platform/context/context.ts';
import type { SealingKey } from '#platform/sealing/sealing-key.ts';
import { createDueDate } from '../../../billing/due-date/create-due-date.ts';
import { besideContract, lockContract } from '../../../contract/contract/contract.queries.ts';
import { type ContractRow, contractOf } from '../../../contract/contract/contract.ts';
import { updateCostSharing } from '../../../contract/cost-sharing/cost-sharing.ts';
import { createDatacloud } from '../../../contract/datacloud/create-datacloud.ts';
import { keepTags } from '../../../contract/datacloud/tag/keep-tags.ts';
import { grantRole } from '../../../contract/role/grant-role.ts';
import { installShippedPrices } from '../../../metering/price/shipped-list/install-shipped-prices.ts';
import { createAccount } from '../../../people/account/create-account.ts';
import { hashPassword } from '../../../people/account/password.ts';
import { insertContract } from '../../../sale/new-contract/insert-contract.ts';
import { atOnce, noteDoneBy } from './at-once.ts';
import { demoAccounts, demoPassword } from './demo-accounts.ts';
import type { DemoContract, DemoDatacloud } from './demo-datacloud.ts';

/** The actors of the story. */
const demoAdmin = 'admin@demo.usance.dev';
export const demoFinance = 'finance@demo.usance.dev';
/** The operator of the contract that is linked to a marketplace. */
export const demoMarket = 'market@demo.usance.dev';
const demoBuilder: Readonly<Record<DemoContract, string>> = {
  company: 'builder@demo.usance.dev',
  individual: demoAdmin,
};

export interface DemoInstallation {
  readonly contracts: Readonly<Record<DemoContract, Contract>>;
  /** Account ids by e-mail. */
  readonly people: ReadonlyMap<string, string>;
}

/** The account id of a person in the story. */
export function personIn({ people }: Pick<DemoInstallation, 'people'>, identifier: string): string {
  const id = people.get(identifier);
  if (id === undefined) throw new Error(`${identifier} is not in the demonstration`);
  return id;
}

/** Creates the price list, the accounts, both contracts and the roles on them. */
export async function installDemo(deps: Deps, firstMonth: BillingMonth): Promise<DemoInstallation> {
  const people = await atOnce(deps, async (work) => {
    await installShippedPrices(work, new Date(rangeOf(firstMonth, 'Asia/Shanghai').start));
    return createAccounts(work);
  });
  const creatorID = personIn({ people }, demoAdmin);
  const company = await atOnce(deps, (work) => createCompany(work, creatorID, firstMonth, deps.sealingKey));
  const individual = await atOnce(deps, (work) => createIndividual(work, creatorID, firstMonth, deps.sealingKey));
  for (const { identifier, role } of demoAccounts) {
    if (role === undefined || role === 'admin') continue;
    const grant = { contractId: company.id, accountId: personIn({ people }, identifier), role };
    await atOnce(deps, async (work) => {
      await grantRole(work.tx, grant, work.now);
      await noteDoneBy(work, creatorID, { call: contractRoles.grant, contractId: company.id });
    });
  }
  await atOnce(deps, (work) => shareCosts(work, creatorID, company.id));
  return { contracts: { company, individual }, people };
}

/** Lets the engineer see what the data clouds cost, as most teams want their engineers to. */
async function shareCosts(work: Work, accountId: string, contractId: string): Promise<void> {
  const body = { shared: true };
  await updateCostSharing({ ...work, contract: await lockContract(work.tx, contractId) }, { body });
  await noteDoneBy(work, accountId, { call: costSharings.update, contractId, body });
}

/** Returns the ids by e-mail. */
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

async function createCompany(
  work: Work,
  creatorID: string,
  firstMonth: BillingMonth,
  key: SealingKey,
): Promise<Contract> {
  const row = await insertContract(
    work,
    {
      serviceType: 'saas',
      creatorID,
      tags: 'Northwind Retail',
      buyerType: 'E',
      buyerName: 'Northwind Retail Ltd',
      currency: 'USD',
      signDate: new Date(rangeOf(firstMonth, 'UTC').start).toISOString(),
    },
    key,
  );
  // A large customer's terms: two months to pay.
  const contract = await lockContract(work.tx, row.id);
  await createDueDate({ ...work, contract }, { body: { fromMonth: firstMonth, dueDays: 60 } });
  return madeBy(work, creatorID, row);
}

/** Created with the former billing version, so that its admin can upgrade it. */
async function createIndividual(
  work: Work,
  creatorID: string,
  firstMonth: BillingMonth,
  key: SealingKey,
): Promise<Contract> {
  const row = await insertContract(
    work,
    {
      serviceType: 'saas',
      creatorID,
      tags: '气象档案 Weather archive',
      buyerType: 'P',
      buyerName: 'Ada Marlowe',
      currency: 'CNY',
      signDate: new Date(rangeOf(firstMonth, 'Asia/Shanghai').start).toISOString(),
      billingVersion: 'v1',
    },
    key,
  );
  return madeBy(work, creatorID, row);
}

export async function madeBy(work: Work, accountId: string, row: ContractRow): Promise<Contract> {
  await noteDoneBy(work, accountId, { call: contracts.create, contractId: row.id });
  return contractOf(row, await besideContract(work.tx, row));
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
    const creator = demoBuilder[each.contract];
    const planned = { contractId, name, regionID, edition, creator };
    const create = async (work: Work) => {
      await noteDoneBy(work, personIn(installation, creator), { call: dataclouds.create, contractId });
      return createDatacloud(work, planned);
    };
    const datacloud = await atOnce(deps, create);
    const tags = Object.entries(each.tags).map(([key, value]) => ({ key, value }));
    const tag = async (work: Work) => {
      await keepTags(work, await lockContract(work.tx, contractId), datacloud.id, tags);
      await noteDoneBy(work, personIn(installation, creator), { call: datacloudTags.replace, contractId });
    };
    if (tags.length > 0) await atOnce(deps, tag);
    made.push([each, datacloud]);
  }
  return made;
}
