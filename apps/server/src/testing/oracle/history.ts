import type { Currency } from '@usance/money/currency';

/** A usage record of a history. Amounts are decimal texts; instants are milliseconds since 1970. */
export interface Usage {
  readonly id: string;
  readonly item: string;
  readonly quantity: string;
  readonly start: number;
  readonly end: number;
}

export interface LadderStep {
  readonly from: string;
  readonly rate: string;
}

/** An item of an offer, with a price of its own or a discount on the list price. */
type OfferItemGiven = { readonly item: string } & (
  | { readonly price: string; readonly discount?: never }
  | { readonly price?: never; readonly discount: string }
);

export interface OfferGiven {
  readonly items: readonly OfferItemGiven[];
  /** Empty if the contract's own tiers continue. */
  readonly tiers: readonly LadderStep[];
  readonly from: number;
  /** Undefined if the offer has no end. */
  readonly to: number | undefined;
  /** The last instant for accepting. */
  readonly deadline: number;
}

/** A dispute of a signed statement that is upheld for an amount at once. */
export interface Upheld {
  readonly kind: 'uphold';
  /** 0 for the newest statement. */
  readonly monthsAgo: number;
  readonly credit: string;
}

export type Event =
  | Upheld
  | { readonly kind: 'usage'; readonly records: readonly Usage[] }
  | { readonly kind: 'deposit'; readonly amount: string }
  | { readonly kind: 'withdrawal'; readonly amount: string }
  | { readonly kind: 'voucher'; readonly amount: string; readonly days: number; readonly isBound: boolean }
  | { readonly kind: 'bind'; readonly voucherNo: number }
  | { readonly kind: 'ownPrice'; readonly item: string; readonly price: string; readonly from: number }
  | { readonly kind: 'discount'; readonly rate: string; readonly from: number }
  | { readonly kind: 'free'; readonly item: string; readonly from: number }
  | { readonly kind: 'tiers'; readonly tiers: readonly LadderStep[]; readonly from: number }
  | { readonly kind: 'offer'; readonly offerNo: number; readonly given: OfferGiven }
  | { readonly kind: 'answerOffer'; readonly offerNo: number; readonly isAccepted: boolean }
  | { readonly kind: 'withdrawOffer'; readonly offerNo: number };

export interface ContractGiven {
  readonly currency: Currency;
  /** The beginning of the contract. */
  readonly begin: number;
  /**
   * True if the contract pays within two days. Otherwise it has a year of grace and unlimited credit, so that no
   * contract is ever suspended.
   */
  readonly paysAtOnce: boolean;
}

/** A list price of an item, from an instant on. */
export interface ListPrice {
  readonly item: string;
  readonly currency: Currency;
  readonly price: string;
  readonly from: number;
}
