import { useSuspenseQuery } from '@tanstack/react-query';
import * as m from '../../i18n/messages.gen.ts';
import { FocusOfHash } from '../../ui/late/focus-of-hash.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import { contractQueries } from '../contract/contract.queries.ts';
import { RedemptionHistory } from '../deduction/redemption-history.tsx';
import { IssuanceHistory } from './issuance-history.tsx';
import { type ChangeVoucherSearch, type VoucherSearch, voucherSearch } from './voucher-search.ts';
import { VoucherSummary } from './voucher-summary.tsx';

interface VouchersPageProps {
  contractId: string;
  search: VoucherSearch;
  onChange: ChangeVoucherSearch;
}

/** The vouchers of a contract, with their rest and their payments. */
export function VouchersPage({ contractId, search, onChange }: VouchersPageProps) {
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  const { redeemSort: orderBy, redeemOrder: ordering } = search;
  return (
    <>
      <PageHeader title={m.voucher_list()} lead={m.voucher_list_lead()} />
      <VoucherSummary contract={contract} />
      <Section title={m.voucher_issuance()} id="issuance">
        <IssuanceHistory contract={contract} search={search} onChange={onChange} />
      </Section>
      <Section title={m.deduction_redemptions()} id="redemptions">
        <RedemptionHistory
          contract={contract}
          month={search.month}
          onMonth={(month) => onChange({ month, redeemPage: 1 })}
          page={search.redeemPage}
          onPage={(redeemPage) => onChange({ redeemPage })}
          size={search.redeemSize}
          onSize={(redeemSize) => onChange({ redeemSize, redeemPage: 1 })}
          order={{ orderBy, ordering }}
          sort={{ id: orderBy, desc: ordering === 'desc' }}
          onSort={(sort) => {
            const asked = { redeemSort: sort?.id, redeemOrder: sort?.desc === false ? 'asc' : 'desc' };
            const { redeemSort, redeemOrder } = voucherSearch.parse(asked);
            onChange({ redeemSort, redeemOrder, redeemPage: 1 });
          }}
        />
      </Section>
      <FocusOfHash />
    </>
  );
}
