import * as z from 'zod/mini';
import { choiceSearch, monthSearch, pageSearch, sizeSearch } from '../../ui/search/search.ts';
import { auditedKinds } from './audited-kinds.ts';

/** As long as what the server looks for may be. */
export const longestWho = 254;

export const auditRecordSearch = z.object({
  page: pageSearch,
  size: sizeSearch,
  /** A part of an e-mail or a name. */
  who: z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(longestWho))), undefined),
  what: choiceSearch(...auditedKinds),
  from: monthSearch,
  to: monthSearch,
});
export type AuditRecordSearch = z.output<typeof auditRecordSearch>;
export type ChangeAuditRecordSearch = (patch: Partial<AuditRecordSearch>) => void;
