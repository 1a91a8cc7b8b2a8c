import type { Clock } from '#platform/clock.ts';
import { nothingSold } from '../provider/marketplace-config.ts';
import type { Marketplaces } from '../provider/marketplaces.ts';
import { openMarketplaces } from '../provider/open-marketplaces.ts';
import { startStandIn } from './stand-in.ts';

/** The demo's product at a marketplace, and the token of its buyer. */
const demoListing = { product: 'usance-demonstration', token: 'token-of-the-demonstration' } as const;

/** The token of the buyer whom the demo has already linked. */
export const linkedToken = `${demoListing.token}-linked`;

const buyer = { cloud: 'aws', product: demoListing.product, account: '123456789012' } as const;

interface DemoMarketplaces {
  readonly marketplaces: Marketplaces;
  close(): Promise<void>;
}

/**
 * Opens the demo's marketplace: a stand-in on this machine. Each process begins with empty books and accepts the same
 * hours again.
 */
export async function openDemoMarketplaces(clock: Clock): Promise<DemoMarketplaces> {
  const standIn = await startStandIn({ dimensions: ['usage_cent'], now: () => clock.now() });
  standIn.books.subscribe({ ...buyer, token: demoListing.token });
  standIn.books.subscribe({ ...buyer, account: '345678901234', token: linkedToken });
  // Another buyer to try it with.
  standIn.books.subscribe({ ...buyer, account: '210987654321', token: `${demoListing.token}-2` });
  const sold = { dimension: 'usage_cent', unit: '0.01', currency: 'USD', maxAgeHours: 24, entitled: false } as const;
  const products = [
    { ...sold, cloudProvider: 'aws', product: demoListing.product, productID: 'prod-stand-in' },
  ] as const;
  return {
    marketplaces: openMarketplaces({ ...nothingSold, products: [...products] }, standIn.url),
    close: standIn.close,
  };
}
