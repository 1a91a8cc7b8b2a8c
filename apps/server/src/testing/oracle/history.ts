import type { Currency } from '@usance/money/currency';

/** What happens to a contract, as the API is told of it. Amounts are decimal texts; instants are milliseconds since 1970. */
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

/** An item of an offer: at a price of its own, or at the list price × a discount. */
type OfferItemGiven = { readonly item: string } & (
  | { readonly price: string; readonly discount?: never }
  | { readonly price?: never; readonly discount: string }
);

export interface OfferGiven {
  readonly items: readonly OfferItemGiven[];
  /** None: those that the contract has by itself go on. */
  readonly tiers: readonly LadderStep[];
  readonly from: number;
  /** Undefined while it is open. */
  readonly to: number | undefined;
  /** Until when it can be accepted. */
  readonly deadline: number;
}

export type Event =
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
  /** When the contract begins. */
  readonly begin: number;
  /** Pays what is missing within two days, or else has a year of grace and any credit: nobody here is ever suspended. */
  readonly paysAtOnce: boolean;
}

/** A list price of an item, from an instant on. */
export interface ListPrice {
  readonly item: string;
  readonly currency: Currency;
  readonly price: string;
  readonly from: number;
}
