/** How many rows a page of a table may hold; the first unless a person chose. */
export const pageSizes = [10, 25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];
