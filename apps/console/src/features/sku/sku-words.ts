import { skuWordIn, unitWordIn } from '@usance/api/sku-words';
import { getLocale } from '../../paraglide/runtime.js';

/** A product, its type or sub type in the reader's language. */
export const skuWord = (name: string): string => skuWordIn(getLocale(), name);

/** A unit in the reader's language, also behind a quantity or a currency. */
export const unitWord = (text: string): string => unitWordIn(getLocale(), text);
