import type { ParsedQuery } from '@usance/api/call';
import type { Contract, contracts } from '@usance/api/contract/contract';
import type { Role } from '@usance/api/contract/role';
import type { Currency } from '@usance/money/currency';
import { sql } from 'kysely';
import type { ReadContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { notFound } from '#platform/refusal.ts';
import { lastLink } from '../marketplace-link/last-link.ts';
import { type BesideContract, type ContractRow, contractOf } from './contract.ts';
import { lastVersion, nextVersionOf, versionAfter } from './next-version.queries.ts';
import { takeTurn } from './turnstile.ts';

/** Returns a contract by id, or 404. */
export async function getContract(db: DbOrTx, id: string): Promise<ContractRow> {
  return found(await db.selectFrom('contract').selectAll().where('id', '=', id).executeTakeFirst());
}

/** Returns the currency of each contract that exists. */
export async function currenciesOf(db: DbOrTx, ids: readonly string[]): Promise<ReadonlyMap<string, Currency>> {
  const rows = await db
    .selectFrom('contract')
    .select(['id', 'currency'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  return new Map(rows.map(({ id, currency }) => [id, currency]));
}

declare const locked: unique symbol;
/**
 * A contract whose row this transaction has locked. Only `lockContract` and `lockContracts` return one, so a function
 * that takes it need not lock.
 */
export type LockedContract = ContractRow & { readonly [locked]: true };

/**
 * Locks the contract until commit. A transaction that moves money or signs calls this first, and once. Rows that
 * refer to the contract can still be inserted. With `beside`, locks a second contract too, so that a check of both
 * stays true until commit.
 */
export async function lockContract(tx: Tx, id: string, beside: string = id): Promise<LockedContract> {
  const rows = await lockContracts(tx, [id, beside]);
  return found(rows.find((row) => row.id === id)) as LockedContract;
}

/**
 * Locks several contracts until commit, in their order of id, so that a transaction may do the same for all of them.
 * Contracts of one gate hold up only the writers at that gate.
 */
export async function lockContracts(tx: Tx, ids: readonly string[]): Promise<LockedContract[]> {
  await takeTurn(tx, ids, 'alone');
  const rows = await tx
    .selectFrom('contract')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map((row) => row as LockedContract);
}

/** Locks the existing contracts in shared mode: others may share them, but not lock them, until commit. */
export async function shareContracts(tx: Tx, ids: readonly string[]): Promise<ContractRow[]> {
  if (ids.length === 0) return [];
  await takeTurn(tx, ids, 'beside others');
  // All callers lock in the order of ids, which prevents deadlocks.
  return tx.selectFrom('contract').selectAll().where('id', 'in', ids).orderBy('id').forShare().execute();
}

/** Locks one contract in shared mode; 404 if it does not exist. */
export async function shareContract(tx: Tx, id: string): Promise<ContractRow> {
  const [contract] = await shareContracts(tx, [id]);
  return found(contract);
}

function found(row: ContractRow | undefined): ContractRow {
  if (!row) throw notFound('CONTRACT_NOT_FOUND');
  return row;
}

/** Returns a contract with the account's roles on it; empty without an account or for a stranger. */
export async function findContractWithRoles(
  db: DbOrTx,
  id: string,
  accountId: string | undefined,
): Promise<{ contract: ContractRow; roles: readonly Role[] } | undefined> {
  const row = await db
    .selectFrom('contract')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('contract_role')
        .whereRef('contract_role.contract_id', '=', 'contract.id')
        .where('contract_role.account_id', '=', accountId ?? '')
        .select(sql<Role[]>`coalesce(array_agg(role order by role), '{}')`.as('roles'))
        .as('roles'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { roles, ...contract } = row;
  return { contract, roles: roles ?? [] };
}

/** Returns what the wire form needs beside the row: creator, marketplace link and next billing version. */
export async function besideContract(db: DbOrTx, contract: ContractRow): Promise<BesideContract> {
  const beside = await db
    .selectFrom('contract')
    .leftJoin('account', 'account.id', 'contract.creator')
    .select(['account.identifier as creator', lastLink.as('link')])
    .where('contract.id', '=', contract.id)
    .executeTakeFirst();
  const nextBillingVersion = await nextVersionOf(db, contract);
  return { creator: beside?.creator ?? null, link: beside?.link ?? null, nextBillingVersion };
}

const columnOf = {
  gmtCreated: 'contract.created_at',
  commencingOn: 'contract.commencing_on',
  signID: 'contract.sign_id',
  tags: 'contract.tags',
} as const;

/** Returns a page of the contracts on which the caller has a role. */
export function listContracts(
  { db, subject }: Pick<ReadContext, 'db' | 'subject'>,
  { query }: { query: ParsedQuery<typeof contracts.list> },
): Promise<Page<Contract>> {
  const rolesHeld = db
    .selectFrom('contract_role')
    .where('account_id', '=', signedInAccount(subject))
    .groupBy('contract_id')
    .select(['contract_id', sql<Role[]>`array_agg(role order by role)`.as('roles')]);
  let mine = db
    .selectFrom('contract')
    .innerJoin(rolesHeld.as('held'), 'held.contract_id', 'contract.id')
    .leftJoin('account', 'account.id', 'contract.creator');
  if (query.state) mine = mine.where('contract.state', '=', query.state);
  if (query.buyerType) mine = mine.where('contract.buyer_type', '=', query.buyerType);
  if (query.name) {
    const part = query.name.toLowerCase();
    const isIn = (text: 'contract.tags' | 'contract.id') =>
      sql<boolean>`position(${part} in lower(${sql.ref(text)})) > 0`;
    mine = mine.where((eb) => eb.or([isIn('contract.tags'), isIn('contract.id')]));
  }
  return pageOf(
    mine,
    query,
    (found) =>
      found
        .selectAll('contract')
        .select(['held.roles', 'account.identifier as creatorEmail', lastVersion.as('last'), lastLink.as('link')])
        .orderBy(columnOf[query.orderBy], query.ordering)
        .orderBy('contract.id'),
    ({ roles, creatorEmail: creator, last, link, ...row }) => {
      const nextBillingVersion = row.state === 'Active' ? versionAfter(last) : undefined;
      return contractOf(row, { creator, nextBillingVersion, link }, roles);
    },
  );
}
