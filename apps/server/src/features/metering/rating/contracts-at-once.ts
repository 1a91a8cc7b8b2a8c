/**
 * The number of contracts that are rated or signed in parallel. With little usage, each spends most of its time in some
 * dozens of statements, each in one of three processes while the others wait. A quarter of the contracts at most start
 * together, because one of them may crash the usage database and fail the others.
 */
export const contractsAtOnce = (due: number) => Math.max(1, Math.min(4, Math.floor(due / 4)));
