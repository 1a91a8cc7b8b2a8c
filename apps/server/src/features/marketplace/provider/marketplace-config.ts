import { readFileSync } from 'node:fs';
import { currency, exactText, nonNegativeDecimal, wholeNumber } from '@usance/api/wire';
import { isZero } from '@usance/money/decimal';
import * as z from 'zod/mini';
import { BadConfig } from '#platform/failure/operator-error.ts';

/** The topics of AWS Marketplace's own account. */
export const awsTopics = 'arn:aws:sns:us-east-1:287250355862';

const dimension = exactText(255);
const unit = nonNegativeDecimal.check(z.refine((text) => !isZero(text), 'Must be above 0'));

const soldProduct = z.strictObject({
  cloudProvider: z.enum(['aws', 'azure']),
  /** AWS: the product code. Azure: the offer. */
  product: exactText(255),
  /** AWS: the product's id, needed to find its agreements and billed amounts. */
  productID: z.optional(exactText(255)),
  dimension: z._default(dimension, 'usage_cent'),
  /** The price of one unit of the dimension at the marketplace. */
  unit: z._default(unit, '0.01'),
  currency,
  /** The greatest age of an hour when it is reported. */
  maxAgeHours: z._default(wholeNumber(1, 168), 24),
  /** AWS: a contract product, which counts as subscribed only with an entitlement. */
  entitled: z._default(z.boolean(), false),
});
export type SoldProduct = z.output<typeof soldProduct>;

const configFile = z.strictObject({
  products: z
    .array(soldProduct)
    .check(
      z.refine(
        (products) => new Set(products.map((each) => `${each.cloudProvider}/${each.product}`)).size === products.length,
        'Each product stands there once',
      ),
    ),
  webhookSecret: z.optional(exactText(200, 32)),
  aws: z.optional(
    z.strictObject({
      region: z._default(exactText(40), 'us-east-1'),
      topicsOf: z._default(
        z
          .string()
          .check(z.regex(/^arn:aws(-cn)?:sns:[a-z]{2}(-[a-z]+)+-\d:\d{12}$/, 'Must be an ARN up to the account')),
        awsTopics,
      ),
    }),
  ),
  azure: z.optional(
    z.strictObject({
      tenantID: exactText(100),
      clientID: exactText(100),
      clientSecret: exactText(200),
      url: z._default(z.url(), 'https://marketplaceapi.microsoft.com/api'),
      loginUrl: z._default(z.url(), 'https://login.microsoftonline.com'),
    }),
  ),
});
export type MarketplaceConfig = z.output<typeof configFile>;

export const nothingSold: MarketplaceConfig = configFile.parse({ products: [] });

/** Reads the file that MARKETPLACES names. Throws BadConfig if it is invalid. */
export function marketplaceConfigOf(file: string | undefined): MarketplaceConfig {
  if (file === undefined) return nothingSold;
  try {
    return configFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BadConfig(`MARKETPLACES names ${file}, which is not a valid list of products: ${why}`);
  }
}
