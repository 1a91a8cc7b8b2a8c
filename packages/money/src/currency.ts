export const currencies = ['USD', 'CNY'] as const;

/** What a contract can be kept in. */
export type Currency = (typeof currencies)[number];

/** What can be shown: money in the last two is only ever quoted from elsewhere. */
export type DisplayCurrency = Currency | 'EUR' | 'JPY';

/** The yuan has the full-width sign, so that it is never taken for a yen. */
export const symbols: Readonly<Record<DisplayCurrency, string>> = { USD: '$', CNY: '￥', EUR: '€', JPY: '¥' };
