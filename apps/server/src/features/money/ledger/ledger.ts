/** Why money moved. */
export type PostingKind = 'deposit' | 'withdraw' | 'deduct' | 'freeze' | 'unfreeze' | 'sign' | 'unsign' | 'voucher';

/** Whose money: the contract's own accounts, one per voucher and statement, and the house's kept beside them. */
export type LedgerAccount =
  | { readonly kind: 'cash' | 'frozen' | 'bank' | 'revenue' | 'voucher_grant' }
  | { readonly kind: 'voucher' | 'receivable'; readonly id: string };
export type AccountKind = LedgerAccount['kind'];

/** One leg of a posting: a signed decimal string with at most 8 places. */
export interface Leg {
  readonly account: LedgerAccount;
  readonly amount: string;
}

/** The id of an account within its contract: `cash`, `receivable:stm-…`. */
export function ledgerAccountId(account: LedgerAccount): string {
  return 'id' in account ? `${account.kind}:${account.id}` : account.kind;
}
