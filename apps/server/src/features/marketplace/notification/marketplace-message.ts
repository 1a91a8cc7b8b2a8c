import type { MarketplaceNotification } from '@usance/api/marketplace/marketplace';
import type { Resolved } from '../provider/marketplace-provider.ts';

/** The content of a proved message about a subscription. */
export interface MarketplaceMessage {
  readonly source: MarketplaceNotification['source'];
  readonly messageId: string;
  readonly action: string;
  readonly toldAt: Date;
  /** The named identifiers of the buyer; missing ones are empty. */
  readonly of: Pick<Resolved, 'product' | 'accountId' | 'customerId' | 'licenceArn' | 'instanceId'>;
  /** The subscription's new state; undefined if the action changes nothing. */
  readonly state: Resolved['state'] | undefined;
  /** Azure: the new plan. */
  readonly planId?: string;
}

/** The oldest acceptable message: an older one may be a replay. */
export const mostAgeMs = 3_600_000;

/** Reads a field of a JSON value as text; empty if it is missing. */
export function fieldText(value: unknown, ...names: readonly string[]): string {
  for (const name of names) {
    const found =
      typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name) : undefined;
    if (typeof found?.[1] === 'string') return found[1].slice(0, 500);
  }
  return '';
}
