/** The possible numbers of rows in a page of a table; the first is the default. */
export const pageSizes = [10, 25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];
