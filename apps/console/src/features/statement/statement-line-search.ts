import * as z from 'zod/mini';

/** The line whose amount is explained, or none. */
export const statementLineSearch = z.object({ line: z.catch(z.optional(z.int().check(z.gte(0))), undefined) });
