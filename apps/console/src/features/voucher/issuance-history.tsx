import { Group } from '@mantine/core';
import type { Contract } from '@usance/api/contract/contract';
import { useMemo } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { ChoiceField } from '../../ui/field/choice-field.tsx';
import { MonthRangeField } from '../../ui/field/month-field.tsx';
import { rangeOfMonths } from '../../ui/search/months.ts';
import { QueryTable } from '../../ui/table/query-table.tsx';
import { voucherQueries } from './voucher.queries.ts';
import { voucherColumns } from './voucher-columns.tsx';
import { type ChangeVoucherSearch, type VoucherSearch, voucherSearch } from './voucher-search.ts';
import { askedFate, fates } from './voucher-status.ts';

interface IssuanceHistoryProps {
  contract: Contract;
  search: VoucherSearch;
  onChange: ChangeVoucherSearch;
}

/** All vouchers of the contract, by default newest first. */
export function IssuanceHistory({ contract, search, onChange }: IssuanceHistoryProps) {
  const columns = useMemo(() => voucherColumns(contract), [contract]);
  const { state, issueFrom: from, issueTo: to, issueSort, issueOrder } = search;
  const isFiltered = [state, from, to].some((filter) => filter !== undefined);
  const narrow: ChangeVoucherSearch = (patch) => onChange({ ...patch, issuePage: 1 });
  return (
    <QueryTable
      tableId="voucher"
      caption={m.voucher_issuance()}
      columns={columns}
      query={voucherQueries.list(contract.id, {
        pageNum: search.issuePage,
        pageSize: search.issueSize,
        orderBy: issueSort,
        ordering: issueOrder,
        ...askedFate(state),
        ...rangeOfMonths({ from, to }, contract.billingZone),
      })}
      page={search.issuePage}
      onPage={(issuePage) => onChange({ issuePage })}
      size={search.issueSize}
      onSize={(issueSize) => narrow({ issueSize })}
      sort={{ id: issueSort, desc: issueOrder === 'desc' }}
      onSort={(sort) => {
        const asked = voucherSearch.parse({ issueSort: sort?.id, issueOrder: sort?.desc === false ? 'asc' : 'desc' });
        narrow({ issueSort: asked.issueSort, issueOrder: asked.issueOrder });
      }}
      onClearFilters={
        isFiltered ? () => narrow({ state: undefined, issueFrom: undefined, issueTo: undefined }) : undefined
      }
      empty={{ title: m.voucher_empty(), hint: m.voucher_empty_hint() }}
      toolbar={
        <Group gap={12} align="end">
          <ChoiceField
            label={m.voucher_state()}
            placeholder={m.voucher_any_state()}
            options={fates()}
            value={state ?? null}
            onChange={(chosen) => narrow({ state: voucherSearch.parse({ state: chosen }).state })}
            w={160}
            clearLabel={m.ui_clear_value({ name: m.voucher_state() })}
          />
          <MonthRangeField
            label={m.voucher_issued()}
            value={[from ?? null, to ?? null]}
            onChange={([first, last]) => narrow({ issueFrom: first ?? undefined, issueTo: last ?? undefined })}
          />
        </Group>
      }
    />
  );
}
