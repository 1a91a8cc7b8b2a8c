import { billingItemWordIn, skuWordIn, tierWordIn, unitWordIn } from '@usance/api/metering/sku-words';
import { getLocale } from '../../i18n/locale.ts';

/** Returns a product, type or sub type in the reader's language. */
export const skuWord = (name: string): string => skuWordIn(getLocale(), name);

/** Returns a billing item in the reader's language. */
export const billingItemWord = (name: string): string => billingItemWordIn(getLocale(), name);

/** Returns a tier of a billing item in the reader's language. */
export const tierWord = (tier: string): string => tierWordIn(getLocale(), tier);

/** Returns a unit in the reader's language, also after a quantity or a currency. */
export const unitWord = (text: string): string => unitWordIn(getLocale(), text);
