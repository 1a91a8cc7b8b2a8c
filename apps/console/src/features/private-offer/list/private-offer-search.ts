import * as z from 'zod/mini';
import { choiceSearch, pageSearch, sizeSearch, sortSearch } from '../../../ui/search/search.ts';

export const privateOfferSearch = z.object({
  page: pageSearch,
  size: sizeSearch,
  ...sortSearch('createdAt', 'effectiveDate', 'confirmationDeadline'),
  status: choiceSearch(
    'draft',
    'pending_approval',
    'approved',
    'pending_acceptance',
    'accepted',
    'rejected',
    'expired',
    'invalid',
  ),
});
export type PrivateOfferSearch = z.output<typeof privateOfferSearch>;
export type ChangePrivateOfferSearch = (patch: Partial<PrivateOfferSearch>) => void;
