import type { Currency } from '@usance/money/currency';
import { aDay, aMinute, anHour, calendarDay, calendarMonth, hourOf, instantOn, nextMonth } from './calendar.ts';
import { exact, greater, lesser, type Precise, rounded, told, total } from './exact.ts';
import type { ContractGiven, Event, ListPrice, Upheld } from './history.ts';
import { OfferBook } from './offers.ts';
import { type AgreedSoFar, type Billed, isOfMonth, listPriceAt, type Row, rated, sumOf } from './rated.ts';
import { hoursOf, payByVouchers, type WindowedVoucher, wholeCents } from './vouchers.ts';

/** A signed statement, with the cash and the later credit that paid it. */
export interface Signed {
  readonly month: string;
  readonly rows: readonly Row[];
  readonly amount: Precise;
  readonly voucherDeducted: Precise;
  readonly creditApplied: Precise;
  readonly payable: Precise;
  cash: Precise;
  creditDeducted: Precise;
  /** The credit that its upheld disputes gave. */
  credited: Precise;
  /** The start of its due day. */
  due: number;
}

/** The components of a balance at an instant. */
export interface Figures {
  readonly bank: Precise;
  readonly voucher: Precise;
  readonly unbilled: Precise;
  readonly due: Precise;
  readonly overdue: Precise;
  readonly available: Precise;
  /** True if the money covers all statements, in whole cents or exactly, and nothing is late. */
  readonly isInOrder: boolean;
}

interface OpenMonth {
  readonly month: string;
  readonly rows: readonly Row[];
}

/**
 * The model of a contract in plain arithmetic. Events are applied in order of time. So are the calendar's steps: sign
 * on the 2nd at 09:00, deduct on the 7th at 00:05, overdue from the 8th.
 */
export class Account {
  readonly vouchers: WindowedVoucher[] = [];
  readonly statements: Signed[] = [];
  readonly offers: OfferBook;
  readonly #currency: Currency;
  readonly #terms: AgreedSoFar;
  readonly #usage: Billed[] = [];
  #bank: Precise = 0n;
  #credit: Precise = 0n;
  readonly #redeemed: { id: string; amount: Precise }[] = [];
  /** The month that is signed next. */
  #open: string;

  constructor({ currency, begin }: ContractGiven, list: readonly ListPrice[]) {
    this.#currency = currency;
    this.offers = new OfferBook(begin, (item, at) => listPriceAt({ list, currency }, item, at));
    this.#terms = { currency, begin, list, own: [], discounts: [], free: [], ladders: [], offers: this.offers };
    this.#open = calendarMonth(begin, currency);
  }

  advanceTo(at: number): void {
    for (;;) {
      const signing = this.#instantIn(nextMonth(this.#open), 2, 9 * anHour);
      this.#deduct(Math.min(signing, at));
      if (signing > at) return;
      this.#sign();
    }
  }

  apply(event: Event, at: number): void {
    const { own, discounts, free, ladders } = this.#terms;
    if (event.kind === 'usage') for (const record of event.records) this.#meter(record, at);
    else if (event.kind === 'deposit') {
      this.#bank += exact(event.amount);
      this.#deduct(at);
    } else if (event.kind === 'withdrawal') this.#bank -= exact(event.amount);
    else if (event.kind === 'voucher') {
      this.vouchers.push(newVoucher(event, this.vouchers.length));
      if (event.isBound) bind(this.vouchers.at(-1), at);
    } else if (event.kind === 'bind') bind(this.vouchers[event.voucherNo], at);
    else if (event.kind === 'ownPrice') own.push(event);
    else if (event.kind === 'discount') discounts.push(event);
    else if (event.kind === 'free') free.push(event);
    else if (event.kind === 'tiers') ladders.push(event);
    else if (event.kind === 'offer') this.offers.make(event.offerNo, event.given);
    else if (event.kind === 'answerOffer') this.offers.answer(event.offerNo, event.isAccepted, at);
    else if (event.kind === 'withdrawOffer') this.offers.withdraw(event.offerNo, at);
    else if (event.kind === 'uphold') this.#uphold(event, at);
  }

  /** The rows of a month, signed or not. */
  rowsOf(month: string): readonly Row[] {
    const signed = this.statements.find((statement) => statement.month === month);
    return signed?.rows ?? rated(this.#usage.filter(isOfMonth(month, this.#currency)), this.#terms);
  }

  figures(at: number): Figures {
    const open = this.openMonths().map((month) => ({ month, rows: this.rowsOf(month) }));
    // Usage is rounded to the ledger's places before the credit is taken off, so that the reported figures add up.
    const unbilled = rounded(total(open.map(({ rows }) => sumOf(rows))), 8) - this.#credit;
    const owed = this.statements.map((each) => ({
      rest: restOf(each),
      isOverdue: this.#isOverdue(each, at),
    }));
    const due = total(owed.filter(({ isOverdue }) => !isOverdue).map(({ rest }) => rest));
    const overdue = total(owed.filter(({ isOverdue }) => isOverdue).map(({ rest }) => rest));
    const voucher = rounded(this.#worth(at, open, hoursOf), 8);
    const available = this.#bank + voucher - unbilled - due - overdue;
    const asked = total(open.map(({ rows }) => rounded(sumOf(rows), 2))) - this.#credit;
    const leftInCents = this.#bank + this.#worth(at, open, (rows) => wholeCents(hoursOf(rows))) - asked - due - overdue;
    // Corrections that are not signed yet count as paid, as cash does, for the oldest statement first.
    // A month below zero pays before later months use anything.
    let soFar = -this.#credit;
    let lowest = soFar;
    for (const { rows } of open) {
      soFar += rounded(sumOf(rows), 2);
      lowest = lesser(lowest, soFar);
    }
    let cover = this.#bank + greater(0n, -lesser(unbilled, lowest));
    const isLate = owed.some(({ isOverdue, rest }) => {
      const uncovered = lesser(rest, rest - cover);
      cover -= rest;
      return isOverdue && uncovered >= exact('0.005');
    });
    const isInOrder = rounded(greater(available, leftInCents), 2) >= 0n && !isLate;
    return { bank: this.#bank, voucher, unbilled, due, overdue, available, isInOrder };
  }

  /** Valid vouchers count with their balances, ended ones with their future payments. */
  #worth(at: number, open: readonly OpenMonth[], hoursIn: typeof hoursOf): Precise {
    const left = this.vouchers.map((voucher) => ({ ...voucher }));
    for (const { month, rows } of open)
      for (const { id, amount } of payByVouchers(hoursIn(rows), left, this.#rangeOf(month))) take(left, id, amount);
    const worthOf = (voucher: WindowedVoucher, index: number) => {
      if (at < voucher.start) return 0n;
      return at < voucher.end ? voucher.balance : voucher.balance - (left[index]?.balance ?? 0n);
    };
    return total(this.vouchers.map(worthOf));
  }

  /** True if the event is possible: a withdrawal needs enough cash, and no offer changes a signed month. */
  allows(event: Event, at: number): boolean {
    if (event.kind === 'withdrawal') return exact(event.amount) <= this.#bank;
    if (event.kind === 'uphold') return this.#mayUphold(event, at);
    if (event.kind === 'offer') return !this.#isSigned(event.given.from);
    if (event.kind !== 'answerOffer' && event.kind !== 'withdrawOffer') return true;
    const [standing, from] = [this.offers.standingOf(event.offerNo, at), this.offers.beginOf(event.offerNo)];
    if (event.kind === 'withdrawOffer') return standing === 'pending_acceptance' || standing === 'accepted';
    if (standing !== 'pending_acceptance' || from === undefined) return false;
    return !event.isAccepted || !this.#isSigned(from);
  }

  #isSigned(at: number): boolean {
    return this.statements.length > 0 && at < this.#instantIn(this.#open, 1, 0);
  }

  /** The whole amount that is missing, in whole cents, for a contract that pays at once. */
  missing(at: number): string | undefined {
    const { available, bank, overdue, unbilled } = this.figures(at);
    // A voucher for future usage pays nothing of a signed statement; corrections will.
    const lacking = greater(-available, overdue - bank - greater(0n, -unbilled));
    return lacking > 0n ? told(rounded(lacking + exact('0.005'), 2), 2) : undefined;
  }

  /** The payments of a voucher for the signed months. */
  redeemed(voucherId: string): Precise[] {
    return this.#redeemed.filter(({ id }) => id === voucherId).map(({ amount }) => amount);
  }

  #meter(record: Billed | Omit<Billed, 'billAt'>, at: number): void {
    if (this.#usage.some(({ id }) => id === record.id)) return;
    const isLate = calendarMonth(record.start, this.#currency) < this.#open;
    this.#usage.push({ ...record, billAt: hourOf(isLate ? at : record.start) });
  }

  #sign(): void {
    const month = this.#open;
    const rows = this.rowsOf(month);
    const amount = rounded(sumOf(rows), 2);
    const payments = payByVouchers(wholeCents(hoursOf(rows)), this.vouchers, this.#rangeOf(month));
    for (const { id, amount: paid } of payments) take(this.vouchers, id, paid);
    this.#redeemed.push(...payments);
    const voucherDeducted = total(payments.map((payment) => payment.amount));
    const rest = greater(amount, 0n) - voucherDeducted;
    const creditApplied = lesser(this.#credit, rest);
    this.#credit += greater(-amount, 0n) - creditApplied;
    const payable = rest - creditApplied;
    const due = this.#instantIn(nextMonth(month), 7, 0);
    const unpaid = { cash: 0n, creditDeducted: 0n, credited: 0n, due };
    this.statements.push({ month, rows, amount, voucherDeducted, creditApplied, payable, ...unpaid });
    this.#open = nextMonth(month);
    this.#payByCredit(this.statements);
  }

  /** Credit pays what is unpaid, oldest first, as soon as there is credit. */
  #payByCredit(statements: readonly Signed[]): void {
    for (const statement of statements) {
      const paid = lesser(this.#credit, restOf(statement));
      statement.creditDeducted += paid;
      this.#credit -= paid;
    }
  }

  /**
   * A part of a statement was wrong: it is credit, which pays that statement first. After its due day, a rest falls due
   * on the next day.
   */
  #uphold(event: Upheld, at: number): void {
    const statement = this.#disputed(event);
    if (!statement) throw new Error('No such statement');
    statement.credited += exact(event.credit);
    this.#credit += exact(event.credit);
    if (this.#isOverdue(statement, at)) statement.due += Math.floor((at - statement.due) / aDay) * aDay + aDay;
    this.#payByCredit([statement, ...this.statements]);
    this.#deduct(at);
  }

  /**
   * At most what the statement asked for can be given back. An overdue one that is unpaid is left out, because its
   * dispute would keep an episode open.
   */
  #mayUphold(event: Upheld, at: number): boolean {
    const statement = this.#disputed(event);
    if (!statement || (this.#isOverdue(statement, at) && restOf(statement) > 0n)) return false;
    return exact(event.credit) <= greater(0n, statement.amount) - statement.credited;
  }

  #disputed({ monthsAgo }: Upheld): Signed | undefined {
    return this.statements.at(-1 - monthsAgo);
  }

  #deduct(at: number): void {
    for (const statement of this.#duePayable(at)) {
      const taken = lesser(this.#bank, restOf(statement));
      statement.cash += taken;
      this.#bank -= taken;
    }
  }

  #duePayable(at: number): Signed[] {
    return this.statements.filter((each) => restOf(each) > 0n && each.due + 5 * aMinute <= at);
  }

  #isOverdue({ due }: Signed, at: number): boolean {
    return due + aDay <= at;
  }

  /** The months with unsigned usage. Late usage is billed in the month that was open. */
  openMonths(): string[] {
    const months = new Set(this.#usage.map(({ billAt }) => calendarMonth(billAt, this.#currency)));
    return [...months].filter((month) => month >= this.#open).sort();
  }

  #rangeOf(month: string): { start: number; end: number } {
    return { start: this.#instantIn(month, 1, 0), end: this.#instantIn(nextMonth(month), 1, 0) };
  }

  #instantIn(month: string, onDay: number, timeOfDay: number): number {
    return instantOn(month, onDay, timeOfDay, this.#currency);
  }

  /** The billed amount of each day of a month. */
  dailySums(month: string): Map<string, Precise> {
    const byDay = Map.groupBy(this.rowsOf(month), ({ usage }) => calendarDay(usage.billAt, this.#currency));
    return new Map([...byDay].map(([day, rows]) => [day, sumOf(rows)]));
  }
}

const restOf = ({ payable, cash, creditDeducted }: Signed): Precise => payable - cash - creditDeducted;

/** An unbound voucher has no window and is worth nothing. */
function newVoucher({ amount, days }: { amount: string; days: number }, no: number): WindowedVoucher {
  return {
    id: String(no),
    days,
    balance: exact(amount),
    start: Number.POSITIVE_INFINITY,
    end: Number.POSITIVE_INFINITY,
  };
}

function bind(voucher: WindowedVoucher | undefined, at: number): void {
  if (!voucher) throw new Error('No such voucher');
  voucher.start = at;
  voucher.end = at + voucher.days * aDay;
}

function take(vouchers: readonly WindowedVoucher[], id: string, amount: Precise): void {
  const voucher = vouchers.find((each) => each.id === id);
  if (voucher) voucher.balance -= amount;
}
