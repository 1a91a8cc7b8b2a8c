import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { AuditRecordPage } from '../../../features/audit-record/audit-record-page.tsx';
import { auditRecordSearch } from '../../../features/audit-record/audit-record-search.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { IconHistory } from '../../../ui/icon/icons.tsx';
import { defaultsOf } from '../../../ui/search/search.ts';

export const Route = createFileRoute('/_auth/contracts/$contractId/audit')({
  staticData: {
    menu: 'contract',
    auth: 'canAdminister',
    icon: IconHistory,
    order: 50,
    goKey: 'a',
    label: m.audit_record_title,
  },
  validateSearch: auditRecordSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(auditRecordSearch))] },
  component: Audit,
});

function Audit() {
  const { contractId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <AuditRecordPage
      contractId={contractId}
      search={Route.useSearch()}
      onChange={(patch) => navigate({ search: (now) => ({ ...now, ...patch }), resetScroll: false })}
    />
  );
}
