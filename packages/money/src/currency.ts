export const currencies = ['USD', 'CNY'] as const;

/** The currency of a contract. */
export type Currency = (typeof currencies)[number];

/** A currency for display. Amounts in the last two only come from imported files. */
export type DisplayCurrency = Currency | 'EUR' | 'JPY';

/** The yuan has the full-width sign, to distinguish it from the yen. */
export const symbols: Readonly<Record<DisplayCurrency, string>> = { USD: '$', CNY: '￥', EUR: '€', JPY: '¥' };
