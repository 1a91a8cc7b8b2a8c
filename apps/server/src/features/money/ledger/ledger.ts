/**
 * The reason of a posting. `posting_legs` in the database defines which accounts each kind moves, and in which
 * direction.
 */
export type PostingKind =
  | 'deposit'
  | 'withdraw'
  | 'deduct'
  | 'freeze'
  | 'unfreeze'
  | 'sign'
  | 'unsign'
  | 'voucher'
  | 'overdue'
  | 'credit';

/**
 * An account of the contract, including one for each voucher and statement, or a counter-account of the platform.
 * `credit` comes from negative statements and upheld disputes, and pays other statements.
 */
export type LedgerAccount =
  | { readonly kind: 'cash' | 'frozen' | 'credit' | 'bank' | 'revenue' | 'voucher_grant' }
  | { readonly kind: 'voucher' | 'receivable'; readonly id: string };
export type AccountKind = LedgerAccount['kind'];

/** One leg of a posting. `amount` is a signed decimal string with at most 8 places. */
export interface Leg {
  readonly account: LedgerAccount;
  readonly amount: string;
}

/**
 * The account's id within its contract, like `cash` or `receivable:stm-…`.
 * @internal for the tests of the ledger
 */
export function ledgerAccountId(account: LedgerAccount): string {
  return 'id' in account ? `${account.kind}:${account.id}` : account.kind;
}

/** Legs as JSON for the database's functions. */
export function entriesOf(legs: readonly Leg[]): string {
  return JSON.stringify(
    legs.map(({ account, amount }) => ({
      account: ledgerAccountId(account),
      kind: account.kind,
      ref: 'id' in account ? account.id : null,
      amount,
    })),
  );
}
