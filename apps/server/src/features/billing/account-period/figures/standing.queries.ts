import {
  add,
  compare,
  type Decimal,
  formatDecimal,
  isNegative,
  least,
  negate,
  subtract,
  sum,
  zero,
} from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import { type Instant, instantOf } from '@usance/period/instant';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';
import { opaque, prepared } from '#platform/postgres/prepared.ts';
import { openMonthsOf } from '../../../metering/billing-day/open-months.ts';
import {
  type RatedJson,
  ratedJson,
  type Unbilled,
  unbilledIn,
} from '../../../metering/billing-day/unbilled.queries.ts';
import { type Balances, balancesJson } from '../../../money/ledger/ledger.queries.ts';
import {
  type VoucherStanding,
  type VoucherStandingJson,
  voucherStandingJson,
  voucherStandingOf,
} from '../../../money/voucher/voucher-standing.ts';
import { latenessOf } from '../../statement-record/lateness.ts';
import {
  type Debts,
  type DebtsJson,
  debtsIn,
  debtsJson,
  lastSigned,
} from '../../statement-record/liabilities.queries.ts';
import type { Standing } from '../rule/standing.ts';
import { atLedgerScale, availableBalanceOf, type BalanceParts } from './available-balance.ts';
import { type AskedAccount, lostAtEnds, nothingStillPaid, type StillPaid, stillPaidOf } from './still-paid.ts';

/** The assets and liabilities of a contract at an instant. */
export interface AccountFigures {
  readonly parts: BalanceParts;
  /** The credit carried from statements, which is part of `unbilled`. */
  readonly credit: string;
  /** The amount of open months that a marketplace bills; only if the contract has or had a link. */
  readonly metered: string | undefined;
  readonly standing: Standing;
  /** The end of the latest rated usage. */
  readonly usageThrough: Instant | undefined;
}

/**
 * Reads the assets and liabilities of a contract at an instant, for the balance and for the account period. Call it
 * in one snapshot or under the contract's lock, or an amount may count twice.
 */
export async function readStanding(tx: Tx, contractId: string, now: Date): Promise<AccountFigures> {
  const account = (await readStandings(tx, [{ contractId, now }])).get(contractId);
  if (!account) throw new Error('Every contract that is asked about has a row');
  return account;
}

/** Like `readStanding`, for several contracts at once: by a handful of statements, however many they are. */
export async function readStandings(
  tx: Tx,
  asked: readonly AskedAccount[],
): Promise<ReadonlyMap<string, AccountFigures>> {
  const facts = await readFacts(tx, asked);
  const ended = asked.filter(({ contractId }) => facts.get(contractId)?.vouchers.hasEnded);
  const isSplit = ({ rated, vouchers }: Facts) => rated.isLinked || vouchers.hasEnded;
  const split = [...facts].flatMap(([contractId, each]) => (isSplit(each) ? [contractId] : []));
  const months = await openMonthsOf(tx, split);
  const paid = await stillPaidOf(tx, ended, months);
  return new Map(
    [...facts].map(([id, { rated, ...each }]) => {
      const unbilled = unbilledIn(rated, months.get(id) ?? []);
      return [id, accountOf({ ...each, unbilled, paid: paid.get(id) ?? nothingStillPaid })];
    }),
  );
}

interface Facts {
  readonly has: Balances;
  readonly vouchers: VoucherStanding;
  readonly rated: RatedJson;
  readonly owes: Debts;
  readonly movedAt: Instant | undefined;
  readonly usageThrough: Instant | undefined;
}

async function readFacts(tx: Tx, asked: readonly AskedAccount[]): Promise<ReadonlyMap<string, Facts>> {
  const [id, now] = [sql`asked.id`, sql`asked.now`];
  const { rows } = await sql<FactsRow>`
    ${prepared('account standing')} select asked.id, ${balancesJson(id)} as has, ${voucherStandingJson(id, now)} as vouchers, ${ratedJson(id)} as rated,
      ${debtsJson(id, now)} as owes, greatest(rating.rated_at, ${lastMoved(id)}) as moved_at, rating.through
    from unnest(${opaque(sql`${asked.map(({ contractId }) => contractId)}::text[]`)},
      ${opaque(sql`${asked.map((each) => each.now)}::timestamptz[]`)}) as asked (id, now)
    cross join lateral (
      select max(rated_at) as rated_at, max(rated_through) as through from rated_day
      where rated_day.contract_id = asked.id) as rating`.execute(tx);
  return new Map(
    rows.map(({ id: contractId, has, vouchers, rated, owes, moved_at, through }) => [
      contractId,
      {
        has,
        vouchers: voucherStandingOf(vouchers),
        rated,
        owes: debtsIn(owes),
        movedAt: instantOr(moved_at),
        usageThrough: instantOr(through),
      },
    ]),
  );
}

interface FactsRow {
  id: string;
  has: Balances;
  vouchers: VoucherStandingJson;
  rated: RatedJson;
  owes: DebtsJson;
  moved_at: Date | null;
  through: Date | null;
}

/** SQL: the last change by a posting, a signing, or usage that came back from a marketplace. */
function lastMoved(contractId: RawBuilder<unknown>): RawBuilder<Date | null> {
  return sql`greatest(
    (select at from posting where posting.contract_id = ${contractId} order by no desc limit 1),
    ${lastSigned(contractId)},
    (select max(settled_at) from marketplace_meter where marketplace_meter.contract_id = ${contractId}))`;
}

interface Known extends Omit<Facts, 'rated'> {
  readonly unbilled: Unbilled;
  readonly paid: StillPaid;
}

function accountOf({ has, vouchers, unbilled, owes, paid, movedAt, usageThrough }: Known): AccountFigures {
  const { disputes } = owes;
  const parts: BalanceParts = {
    bank: has.bank,
    voucher: formatDecimal(add(vouchers.valid, roundHalfUp(sum([...paid.exact.values()]), 8)), 8),
    frozen: has.frozen,
    unbilled: formatDecimal(subtract(atLedgerScale(unbilled.exact), has.credit), 8),
    // A disputed amount without a hold is still due, but not late during the dispute.
    due: formatDecimal(sum([owes.due, ...disputes.map(({ contested }) => contested)]), 8),
    overdue: owes.overdue,
  };
  const shown = availableBalanceOf(parts);
  const roundedUnbilled = subtract(unbilled.roundedToCents, has.credit);
  const roundedBalance = availableBalanceOf({
    ...parts,
    voucher: formatDecimal(add(vouchers.valid, sum([...paid.roundedToCents.values()])), 8),
    unbilled: formatDecimal(roundedUnbilled, 8),
  });
  const isAsShown = compare(shown, roundedBalance) > 0;
  const standing: Standing = {
    available: isAsShown ? shown : roundedBalance,
    disputes,
    ...latenessOf(owes.unpaid, add(has.cash, owedBy(least(parts.unbilled, subtract(unbilled.lowest, has.credit))))),
    movedAt,
    ended: lostAtEnds(vouchers.ended, isAsShown ? paid.exact : paid.roundedToCents),
    nextEnd: vouchers.nextEnd,
  };
  return { parts, credit: has.credit, metered: unbilled.metered, standing, usageThrough };
}

/**
 * Returns what we owe the customer before it is signed: the amount by which corrections and credit outweigh usage. A
 * month below zero pays arrears when it is signed, before later months use anything.
 */
function owedBy(unbilled: Decimal): Decimal {
  return isNegative(unbilled) ? negate(unbilled) : zero;
}

const instantOr = (at: Date | null) => (at === null ? undefined : instantOf(at));
