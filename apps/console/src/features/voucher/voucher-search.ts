import * as z from 'zod/mini';
import { choiceSearch, monthSearch, pageSearch, sizeSearch, sortSearch } from '../../ui/search/search.ts';

const issued = sortSearch('gmtCreated', 'denomination', 'balance', 'start', 'end');
const redeemed = sortSearch('gmtCreated', 'amount');

/** Each table of the page has its own page, filters and order in the URL. */
export const voucherSearch = z.object({
  issuePage: pageSearch,
  issueSize: sizeSearch,
  issueFrom: monthSearch,
  issueTo: monthSearch,
  state: choiceSearch('unbound', 'valid', 'redeemed', 'overdue'),
  issueSort: issued.sort,
  issueOrder: issued.order,
  redeemPage: pageSearch,
  redeemSize: sizeSearch,
  month: monthSearch,
  redeemSort: redeemed.sort,
  redeemOrder: redeemed.order,
});
export type VoucherSearch = z.output<typeof voucherSearch>;
export type ChangeVoucherSearch = (patch: Partial<VoucherSearch>) => void;
