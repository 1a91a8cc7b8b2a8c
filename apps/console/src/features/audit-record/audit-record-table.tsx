import type { Contract } from '@usance/api/contract/contract';
import { useMemo } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { rangeOfMonths } from '../../ui/search/months.ts';
import { QueryTable } from '../../ui/table/query-table.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { auditRecordQueries } from './audit-record.queries.ts';
import { auditRecordColumns } from './audit-record-columns.tsx';
import type { AuditRecordSearch, ChangeAuditRecordSearch } from './audit-record-search.ts';
import { knownNoun } from './call-words.ts';

interface AuditRecordTableProps {
  contract: Contract;
  search: AuditRecordSearch;
  onChange: ChangeAuditRecordSearch;
}

/** The records that match the filters, the newest first. */
export function AuditRecordTable({ contract, search, onChange }: AuditRecordTableProps) {
  const columns = useMemo(() => auditRecordColumns(contract.id), [contract.id]);
  const { page, size, who, from, to } = search;
  const what = knownNoun(search.what);
  const isFiltered = [who, what, from, to].some((filter) => filter !== undefined);
  const narrow: ChangeAuditRecordSearch = (patch) => onChange({ ...patch, page: 1 });
  return (
    <QueryTable
      tableId="audit-record"
      caption={m.audit_record_title()}
      columns={columns}
      query={auditRecordQueries.list(contract.id, {
        pageNum: page,
        pageSize: size,
        actor: who,
        call: what,
        ...rangeOfMonths({ from, to }, contract.billingZone),
      })}
      page={page}
      onPage={(next) => onChange({ page: next })}
      size={size}
      onSize={(chosen) => narrow({ size: chosen })}
      onClearFilters={
        isFiltered ? () => narrow({ who: undefined, what: undefined, from: undefined, to: undefined }) : undefined
      }
      empty={{ title: m.audit_record_empty(), hint: m.audit_record_empty_hint() }}
      phoneBelow={900}
      toolbar={<AuditFilters search={{ ...search, what }} onChange={narrow} />}
    />
  );
}
