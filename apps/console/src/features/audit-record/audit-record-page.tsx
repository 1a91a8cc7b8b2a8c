import { useSuspenseQuery } from '@tanstack/react-query';
import * as m from '../../i18n/messages.gen.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { contractQueries } from '../contract/contract.queries.ts';
import type { AuditRecordSearch, ChangeAuditRecordSearch } from './audit-record-search.ts';
import { AuditRecordTable } from './audit-record-table.tsx';

interface AuditRecordPageProps {
  contractId: string;
  search: AuditRecordSearch;
  onChange: ChangeAuditRecordSearch;
}

/** The audit trail of a contract, for its admins. Others are told so, and the page asks the server for nothing. */
export function AuditRecordPage({ contractId, search, onChange }: AuditRecordPageProps) {
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  return (
    <>
      <PageHeader title={m.audit_record_title()} lead={m.audit_record_lead()} />
      {contract.permissions?.canAdminister ? (
        <AuditRecordTable contract={contract} search={search} onChange={onChange} />
      ) : (
        <Empty title={m.audit_record_refused()}>{m.audit_record_refused_hint()}</Empty>
      )}
    </>
  );
}
