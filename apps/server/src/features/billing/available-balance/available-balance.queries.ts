import type { AvailableBalance, availableBalances } from '@usance/api/billing/available-balance';
import type { CallReply, ParsedBody, ParsedQuery } from '@usance/api/call';
import { role, rolesAllow } from '@usance/api/contract/role';
import { add, compare, formatDecimal } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import { toRfc3339 } from '@usance/period/instant';
import type { OnContract, ReadContext, Work } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import type { Db, Tx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { atLedgerScale, availableBalanceOf } from '../account-period/figures/available-balance.ts';
import { type KeptAccount, keptPeriod, keptPeriods } from '../account-period/figures/kept-period.queries.ts';
import { type AccountFigures, readStanding, readStandings } from '../account-period/figures/standing.queries.ts';
import { termsOf } from '../account-period/rule/account-terms.ts';
import type { AccountState } from '../account-period/rule/episode.ts';
import { looksThroughTerms } from '../account-period/rule/through-terms.ts';

type Asking = Pick<OnContract<ReadContext>, 'db' | 'now' | 'contract'>;

/** Returns a contract's available balance with its parts, and the state of its account. */
export async function getAvailableBalance({ db, ...asked }: Asking): Promise<AvailableBalance> {
  return snapshot(db, (tx) => balanceIn(tx, asked));
}

/** Does the same in a transaction with one view of the data: a snapshot, or under the contract's lock. */
export async function balanceIn(tx: Tx, { now, contract }: Omit<Asking, 'db'>): Promise<AvailableBalance> {
  const [balance] = await balancesIn(tx, [contract], now);
  if (!balance) throw new Error('Each contract has a balance');
  return balance;
}

/**
 * The same for several contracts, in their order: by a handful of statements, however many they are.
 * @internal for its test
 */
export async function balancesIn(tx: Tx, contracts: readonly ContractRow[], now: Date): Promise<AvailableBalance[]> {
  const kept = await keptPeriods(
    tx,
    contracts.map(({ id }) => id),
    now,
  );
  const accounts = await readStandings(
    tx,
    [...kept].map(([contractId, { asOf }]) => ({ contractId, now: new Date(asOf) })),
  );
  return contracts.flatMap((contract) => {
    const [period, account] = [kept.get(contract.id), accounts.get(contract.id)];
    return period && account ? [balanceOf(contract, period, account)] : [];
  });
}

function balanceOf(
  contract: ContractRow,
  { kept, asOf, agreed }: KeptAccount,
  account: AccountFigures,
): AvailableBalance {
  const { id: contractId, currency } = contract;
  const { parts, credit, metered, standing, usageThrough } = account;
  // Derived now, since the last stored state may be out of date.
  const seen = looksThroughTerms({ contract, agreed, standing, kept, now: asOf }).last.period.state;
  // A study is not charged, however far its usage takes it below zero.
  const state: AccountState = contract.is_study ? { summary: 'normal' } : seen;
  return {
    contractId,
    currency,
    isStudy: contract.is_study,
    ...withFormatted({ availableBalance: availableBalanceOf(parts) }, currency),
    state: { summary: state.summary, ...episodeOf(state) },
    details: {
      ...withFormatted(
        {
          bankBalance: parts.bank,
          voucher: parts.voucher,
          frozen: parts.frozen,
          unbilled: parts.unbilled,
          carriedCredit: credit,
          undeductedDue: parts.due,
          undeductedOverDue: parts.overdue,
        },
        currency,
      ),
      ...(metered !== undefined &&
        withFormatted({ marketplaceMetered: formatDecimal(atLedgerScale(metered), 8) }, currency)),
      ...endsOf(state),
    },
    asOf: new Date(asOf).toISOString(),
    usageThrough: usageThrough === undefined ? null : toRfc3339(usageThrough),
  };
}

/** Returns whether a contract's available balance and credit limit cover an amount. */
export async function checkAvailableBalance(
  { db, now, contract }: Asking,
  { body: { amount } }: { body: ParsedBody<typeof availableBalances.check> },
): Promise<CallReply<typeof availableBalances.check>> {
  return { sufficient: await snapshot(db, (tx) => covers({ tx, now }, contract, amount)) };
}

/** Does the same in a transaction with one view of the data. */
export async function covers(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: ContractRow,
  amount: string,
): Promise<boolean> {
  const { asOf, agreed } = await keptPeriod(tx, contract.id, now);
  const { parts } = await readStanding(tx, contract.id, new Date(asOf));
  const { creditLimit } = termsOf(contract, agreed, asOf);
  return compare(add(availableBalanceOf(parts), creditLimit ?? '0'), amount) >= 0;
}

const billingReaders = role.options.filter((held) => rolesAllow([held], 'billing.read'));

/**
 * Returns a page of balances, ordered by contract: those whose billing the caller may read, or all for internal
 * callers.
 */
export async function listAvailableBalances(
  ctx: Pick<ReadContext, 'db' | 'now' | 'subject'>,
  { query }: { query: ParsedQuery<typeof availableBalances.list> },
): Promise<Page<AvailableBalance>> {
  const page = await pageOf(
    readableContracts(ctx),
    query,
    (readable) =>
      readable
        .selectAll('contract')
        .orderBy(query.orderBy === 'contractId' ? 'contract.id' : 'contract.created_at', query.ordering)
        .orderBy('contract.id'),
    (contract) => contract,
  );
  return { ...page, items: await snapshot(ctx.db, (tx) => balancesIn(tx, page.items, ctx.now)) };
}

function readableContracts({ db, subject }: Pick<ReadContext, 'db' | 'subject'>) {
  const contracts = db.selectFrom('contract');
  if (subject.kind === 'internal') return contracts;
  const accountId = signedInAccount(subject);
  return contracts.where('contract.id', 'in', (eb) =>
    eb
      .selectFrom('contract_role')
      .select('contract_role.contract_id')
      .where('contract_role.account_id', '=', accountId)
      .where('contract_role.role', 'in', billingReaders),
  );
}

/** Reads in one snapshot, or a statement signed between two reads would count twice or not at all. */
export function snapshot<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

function episodeOf({ episode }: AccountState) {
  if (!episode) return {};
  const { cause, t0, stoppedAt } = episode;
  return { cause, t0: toRfc3339(t0), ...(stoppedAt === undefined ? {} : { stoppedAt: toRfc3339(stoppedAt) }) };
}

function endsOf(state: AccountState) {
  return {
    ...(state.overdraftEnd === undefined ? {} : { overdraftEnd: toRfc3339(state.overdraftEnd) }),
    ...(state.extensionEnd === undefined ? {} : { extensionPeriodEnd: toRfc3339(state.extensionEnd) }),
    ...(state.suspensionEnd === undefined ? {} : { suspensionPeriodEnd: toRfc3339(state.suspensionEnd) }),
    ...(state.backupEnd === undefined ? {} : { backupPeriodEnd: toRfc3339(state.backupEnd) }),
  };
}
