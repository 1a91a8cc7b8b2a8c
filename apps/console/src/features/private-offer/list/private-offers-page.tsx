import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { consoleNow } from '../../../api/product-time.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { ChoiceField } from '../../../ui/field/choice-field.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { searchOf, sortOf } from '../../../ui/search/search.ts';
import { QueryTable } from '../../../ui/table/query-table.tsx';
import { contractQueries } from '../../contract/contract.queries.ts';
import { offerStatusWord } from '../offer-words.ts';
import { privateOfferQueries } from '../private-offer.queries.ts';
import { privateOfferColumns } from './private-offer-columns.tsx';
import { type ChangePrivateOfferSearch, type PrivateOfferSearch, privateOfferSearch } from './private-offer-search.ts';

interface PrivateOffersPageProps {
  contractId: string;
  search: PrivateOfferSearch;
  onChange: ChangePrivateOfferSearch;
}

/** The offers made to a contract, by default newest first. */
export function PrivateOffersPage({ contractId, search, onChange }: PrivateOffersPageProps) {
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  const columns = useMemo(() => privateOfferColumns(contract, consoleNow()), [contract]);
  const { page, size, status, sort, order } = search;
  const toStatus = (chosen: string | null) =>
    onChange({ page: 1, status: privateOfferSearch.parse({ status: chosen }).status });
  return (
    <>
      <PageHeader title={m.private_offer_list()} lead={m.private_offer_list_lead()} />
      <QueryTable
        tableId="private-offer"
        caption={m.private_offer_list()}
        columns={columns}
        query={privateOfferQueries.list(contractId, {
          pageNum: page,
          pageSize: size,
          orderBy: sort,
          ordering: order,
          statuses: status,
        })}
        page={page}
        onPage={(next) => onChange({ page: next })}
        size={size}
        onSize={(chosen) => onChange({ page: 1, size: chosen })}
        sort={sortOf(search)}
        onSort={(asked) => onChange({ page: 1, ...searchOf(asked, privateOfferSearch) })}
        onClearFilters={status === undefined ? undefined : () => toStatus(null)}
        empty={{ title: m.private_offer_empty(), hint: m.private_offer_empty_hint() }}
        toolbar={
          <ChoiceField
            label={m.private_offer_status()}
            placeholder={m.private_offer_any_status()}
            options={Object.entries(offerStatusWord).map(([value, word]) => ({ value, label: word() }))}
            value={status ?? null}
            onChange={toStatus}
            w={200}
            clearLabel={m.ui_clear_value({ name: m.private_offer_status() })}
          />
        }
      />
    </>
  );
}
