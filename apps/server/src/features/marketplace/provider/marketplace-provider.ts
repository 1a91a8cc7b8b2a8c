import type { CloudProvider } from '@usance/api/cloud';

/** The subscription of a registration token at its marketplace. */
export interface Resolved {
  /** AWS: the product code. Azure: the offer. */
  readonly product: string;
  /** The buyer's account; empty if the marketplace names the buyer otherwise. */
  readonly accountId: string;
  /** The buyer's id in older integrations of AWS; empty elsewhere. */
  readonly customerId: string;
  readonly licenceArn: string | null;
  /** Azure: the subscription. AWS: the last part of the licence; empty without one. */
  readonly instanceId: string;
  readonly planId: string;
  readonly state: 'subscribing' | 'subscribed' | 'unsubscribed';
}

/** A subscription for activation and metering. */
export type Subscribed = Omit<Resolved, 'state'>;

/** The reported quantity of one hour and dimension. */
export interface MeteredRecord {
  /** The key of its outcome. */
  readonly key: string;
  readonly hour: Date;
  readonly dimension: string;
  readonly quantity: string;
  readonly metersBy: 'product' | 'licence';
  readonly subscription: Subscribed;
}

/**
 * The outcome of a record. `retry`: the marketplace did not take it, but may later. `unanswered`: it is unknown
 * whether the marketplace took it.
 */
export type MeterOutcome =
  | { readonly kind: 'accepted'; readonly recordId: string }
  /** The marketplace keeps another quantity of this hour; Azure reports which. */
  | { readonly kind: 'duplicate'; readonly held: string | undefined }
  | { readonly kind: 'notSubscribed' | 'tooOld' | 'retry' | 'unanswered'; readonly why: string };

/** A line on a marketplace's bill of an agreement. */
export interface MarketplaceLine {
  readonly invoiceId: string;
  readonly month: string;
  readonly amount: string;
  readonly currency: string;
}

/** A cloud's marketplace. Its methods use the network, and reject with 503 while it does not answer. */
export interface MarketplaceProvider {
  readonly cloud: Extract<CloudProvider, 'aws' | 'azure'>;
  /** The lifetime of a registration token. */
  readonly tokenMs: number;
  /** True if hours without usage are reported too. */
  readonly allowsZero: boolean;
  readonly integerOnly: boolean;
  /** Refuses with INVALID_PARAMETER an invalid or expired token. */
  resolveToken(token: string): Promise<Resolved>;
  /** Activates the subscription at the marketplace. Repeating it does nothing. */
  activate(subscription: Subscribed): Promise<void>;
  /** Reports up to 25 records of one product; each has an outcome. */
  meter(records: readonly MeteredRecord[]): Promise<ReadonlyMap<string, MeterOutcome>>;
  /** Returns the lines that the marketplace billed; undefined if it has no such call. */
  billedLines(subscription: Subscribed): Promise<readonly MarketplaceLine[] | undefined>;
}
