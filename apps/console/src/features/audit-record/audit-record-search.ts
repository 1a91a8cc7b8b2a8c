import * as z from 'zod/mini';
import { monthSearch, pageSearch, sizeSearch } from '../../ui/search/search.ts';

/** The server's own limit, in characters. */
export const longestWho = 254;

export const auditRecordSearch = z.object({
  page: pageSearch,
  size: sizeSearch,
  /** A part of an e-mail or a name. */
  who: z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(longestWho))), undefined),
  /** A noun. The page ignores unknown ones: their list here would load every noun's words with the frame. */
  what: z.catch(z.optional(z.string().check(z.regex(/^[a-z-]{1,50}$/))), undefined),
  from: monthSearch,
  to: monthSearch,
});
export type AuditRecordSearch = z.output<typeof auditRecordSearch>;
export type ChangeAuditRecordSearch = (patch: Partial<AuditRecordSearch>) => void;
