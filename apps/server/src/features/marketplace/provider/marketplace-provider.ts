import type { CloudProvider } from '@usance/api/cloud';

/** What a registration token stands for at its marketplace. */
export interface Resolved {
  /** AWS: the product code. Azure: the offer. */
  readonly product: string;
  /** The buyer's account; empty where the marketplace names the buyer otherwise. */
  readonly accountId: string;
  /** How older integrations of AWS name the buyer; empty elsewhere. */
  readonly customerId: string;
  readonly licenceArn: string | null;
  /** Azure: the subscription. AWS: the tail of the licence; empty where there is none. */
  readonly instanceId: string;
  readonly planId: string;
  readonly state: 'subscribing' | 'subscribed' | 'unsubscribed';
}

/** A subscription as it is reported and activated. */
export type Subscribed = Omit<Resolved, 'state'>;

/** A quantity of one hour and dimension, as it is reported. */
export interface MeteredRecord {
  /** By which its outcome is told. */
  readonly key: string;
  readonly hour: Date;
  readonly dimension: string;
  readonly quantity: string;
  readonly metersBy: 'product' | 'licence';
  readonly subscription: Subscribed;
}

/**
 * What became of a record. `retry`: the marketplace has not taken it, and may later. `unanswered`: nobody knows whether it has
 * taken it.
 */
export type MeterOutcome =
  | { readonly kind: 'accepted'; readonly recordId: string }
  /** The marketplace holds another quantity of this hour, which it keeps; Azure says which. */
  | { readonly kind: 'duplicate'; readonly held: string | undefined }
  | { readonly kind: 'notSubscribed' | 'tooOld' | 'retry' | 'unanswered'; readonly why: string };

/** A line that a marketplace has put on a bill of an agreement. */
export interface MarketplaceLine {
  readonly invoiceId: string;
  readonly month: string;
  readonly amount: string;
  readonly currency: string;
}

/** A cloud's marketplace. Each of its verbs asks over the network, and rejects with 503 while that does not answer. */
export interface MarketplaceProvider {
  readonly cloud: Extract<CloudProvider, 'aws' | 'azure'>;
  /** How long a registration token is good for. */
  readonly tokenMs: number;
  /** Whether an hour in which nothing was used is reported too. */
  readonly allowsZero: boolean;
  readonly integerOnly: boolean;
  /** Refuses with INVALID_PARAMETER a token that is not good or no longer is. */
  resolveToken(token: string): Promise<Resolved>;
  /** Tells the marketplace that the buyer is served. Repeating it does nothing. */
  activate(subscription: Subscribed): Promise<void>;
  /** Reports up to 25 records of one product; each has an outcome. */
  meter(records: readonly MeteredRecord[]): Promise<ReadonlyMap<string, MeterOutcome>>;
  /** What the marketplace itself says that it has billed; undefined where it cannot be asked. */
  billedLines(subscription: Subscribed): Promise<readonly MarketplaceLine[] | undefined>;
}
