import type { AccountPeriod } from '@usance/api/available-balance';
import type { NotificationKind } from '@usance/api/notification';
import type { DisplayCurrency } from '@usance/money/currency';
import type { Unserved } from '../datacloud/unserved.queries.ts';

/**
 * What each kind is told with. What was kept by an earlier version is read by the templates of a later one, so that a field
 * may be added, as one that can be absent, and none be taken away.
 */
export interface ToldWith {
  readonly private_offer: {
    readonly offer: string;
    readonly validUntil?: string;
    /** What has become of it; absent where it waits. */
    readonly event?: 'waits' | 'deadline' | 'accepted' | 'rejected' | 'withdrawn' | 'expired' | 'ended';
  };
  readonly statement_issued: {
    readonly statementId: string;
    readonly month: string;
    readonly payable: string;
    readonly currency: DisplayCurrency;
    /** The day; absent where people look at it before anything is due. */
    readonly dueOn?: string;
  };
  readonly balance_low: {
    readonly available: string;
    readonly currency: DisplayCurrency;
    /** What people of the contract want to be told below; absent where it is little against what is used. */
    readonly threshold?: string;
    /** Why nothing is said of services; absent where data clouds follow the account. */
    readonly unserved?: Unserved;
  };
  readonly account_period: {
    readonly period: AccountPeriod;
    /** The day on which the next period begins, in the contract's zone. */
    readonly until?: string;
    /** The day on which the days of grace of an overdue statement are over; absent where none is overdue. */
    readonly graceUntil?: string;
    /** How what was told before ended, where it did: what was overdue is paid, or people have reopened the contract. */
    readonly ended?: 'cured' | 'reopened';
    /** Why nothing is said of services; absent where data clouds follow the account. */
    readonly unserved?: Unserved;
  };
  readonly billing_upgrade: { readonly version: string };
  readonly voucher_ending: {
    readonly amount: string;
    readonly currency: DisplayCurrency;
    readonly endsOn: string;
  };
  /** An hour of UTC that could not be reported so far, and until when it can be. */
  readonly marketplace_hour: { readonly hour: string; readonly until: string };
}

/** Something that happened to a contract; told twice under one key it is one happening. */
export type Happening = {
  readonly [K in NotificationKind]: { readonly kind: K; readonly dedupeKey: string } & ToldWith[K];
}[NotificationKind];
