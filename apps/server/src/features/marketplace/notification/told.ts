import type { MarketplaceNotification } from '@usance/api/marketplace';
import type { Resolved } from '../provider/marketplace-provider.ts';

/** What a message that was proved says of a subscription. */
export interface Told {
  readonly source: MarketplaceNotification['source'];
  readonly messageId: string;
  readonly action: string;
  readonly toldAt: Date;
  /** What of the buyer it names; empty where it does not. */
  readonly of: Pick<Resolved, 'product' | 'accountId' | 'customerId' | 'licenceArn' | 'instanceId'>;
  /** What the subscription has come to; undefined where the action changes nothing that is kept. */
  readonly state: Resolved['state'] | undefined;
  /** Azure: the plan from now on. */
  readonly planId?: string;
}

/** A message may be so old: later it might be one that somebody has kept. */
export const mostAgeMs = 3_600_000;

/** Reads a field of a JSON value as text; empty where it says nothing. */
export function fieldText(value: unknown, ...names: readonly string[]): string {
  for (const name of names) {
    const found =
      typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name) : undefined;
    if (typeof found?.[1] === 'string') return found[1].slice(0, 500);
  }
  return '';
}
