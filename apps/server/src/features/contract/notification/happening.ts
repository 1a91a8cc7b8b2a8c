import type { AccountPeriod } from '@usance/api/billing/available-balance';
import type { NotificationKind } from '@usance/api/contract/notification';
import type { DisplayCurrency } from '@usance/money/currency';
import type { Unserved } from '../datacloud/unserved.queries.ts';

/**
 * The arguments of each kind. Templates also read rows of earlier versions, so fields may only be added, as optional
 * ones.
 */
export interface ToldWith {
  readonly private_offer: {
    readonly offer: string;
    readonly validUntil?: string;
    /** The offer's new state; absent while it waits for an answer. */
    readonly event?: 'waits' | 'deadline' | 'accepted' | 'rejected' | 'withdrawn' | 'expired' | 'ended';
  };
  readonly statement_issued: {
    readonly statementId: string;
    readonly month: string;
    readonly payable: string;
    readonly currency: DisplayCurrency;
    /** The due day; absent if people review the statement before anything is due. */
    readonly dueOn?: string;
  };
  readonly balance_low: {
    readonly available: string;
    readonly currency: DisplayCurrency;
    /** The threshold that the contract's members set; absent if the balance is low compared with usage. */
    readonly threshold?: string;
    /** The reason not to mention services; absent if data clouds follow the account. */
    readonly unserved?: Unserved;
  };
  readonly budget: {
    readonly month: string;
    /** The month's cost so far, exact. */
    readonly spent: string;
    readonly amount: string;
    readonly currency: DisplayCurrency;
    /** The share of the amount that the cost, or its forecast, has reached. */
    readonly percent: number;
    readonly event: 'warned' | 'expected' | 'reached' | 'asked' | 'stopped';
    /** The expected cost of the month, exact; present if that is the event. */
    readonly expected?: string;
  };
  readonly account_period: {
    readonly period: AccountPeriod;
    /** The day on which the next period begins, in the contract's zone. */
    readonly until?: string;
    /** The last day of grace of an overdue statement; absent if none is overdue. */
    readonly graceUntil?: string;
    /** The end of an announced state: the debt is paid, or an operator reopened the contract. */
    readonly ended?: 'cured' | 'reopened';
    /** The reason not to mention services; absent if data clouds follow the account. */
    readonly unserved?: Unserved;
  };
  readonly billing_upgrade: { readonly version: string };
  readonly voucher_ending: {
    readonly amount: string;
    readonly currency: DisplayCurrency;
    readonly endsOn: string;
  };
  /** A UTC hour that could not be reported yet, and the last time to report it. */
  readonly marketplace_hour: { readonly hour: string; readonly until: string };
}

/** An event of a contract; a repetition under the same key is the same event. */
export type Happening = {
  readonly [K in NotificationKind]: { readonly kind: K; readonly dedupeKey: string } & ToldWith[K];
}[NotificationKind];
