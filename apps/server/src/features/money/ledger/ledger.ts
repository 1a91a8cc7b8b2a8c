/** Why money moved; which accounts each moves, and which way, is `posting_legs` in the database. */
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
 * Whose money: the contract's own accounts, one per voucher and statement, and the house's kept beside them. `credit` is
 * what statements below 0 and disputes that were upheld carry over to later statements.
 */
export type LedgerAccount =
  | { readonly kind: 'cash' | 'frozen' | 'credit' | 'bank' | 'revenue' | 'voucher_grant' }
  | { readonly kind: 'voucher' | 'receivable'; readonly id: string };
export type AccountKind = LedgerAccount['kind'];

/** One leg of a posting: a signed decimal string with at most 8 places. */
export interface Leg {
  readonly account: LedgerAccount;
  readonly amount: string;
}

/**
 * The id of an account within its contract: `cash`, `receivable:stm-…`.
 *
 * @internal for the tests of the ledger
 */
export function ledgerAccountId(account: LedgerAccount): string {
  return 'id' in account ? `${account.kind}:${account.id}` : account.kind;
}

/** Legs as the functions of the database take them. */
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
