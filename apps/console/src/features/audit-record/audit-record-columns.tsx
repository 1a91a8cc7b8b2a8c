import type { AuditRecord } from '@usance/api/audit-record';
import { m } from '../../paraglide/messages.js';
import type { Column } from '../../ui/table/column.ts';
import { instantColumn, textColumn } from '../../ui/table/columns.tsx';
import classes from './audit-changes.module.css';
import { AuditChanges } from './audit-changes.tsx';
import { callName } from './call-words.ts';

/** What the list says of each thing that was done. */
export function auditRecordColumns(): Column<AuditRecord>[] {
  const wrapped = (text: string) => <bdi className={classes.wrapped}>{text}</bdi>;
  return [
    instantColumn('gmtTime', m.ui_time(), (row) => row.gmtTime, { minWidth: 170 }),
    {
      id: 'actor',
      header: m.audit_record_who(),
      cell: ({ actor }) => wrapped(actorName(actor)),
      phone: 'line',
      minWidth: 150,
    },
    {
      id: 'call',
      header: m.audit_record_what(),
      cell: ({ call }) => wrapped(callName(call)),
      phone: 'below',
      minWidth: 150,
    },
    textColumn('address', m.audit_record_where(), (row) => row.address, { phone: 'end' }),
    {
      id: 'changes',
      header: m.audit_record_changes(),
      cell: ({ changes }) => changes.length > 0 && <AuditChanges changes={changes} />,
      phone: 'line',
      minWidth: 420,
    },
  ];
}

/** Who did it: a person by their e-mail, and for whom; the platform by the name of its token. */
export function actorName({ kind, name, onBehalfOf }: AuditRecord['actor']): string {
  if (kind === 'token') return name === '' ? m.audit_record_platform() : m.audit_record_token({ name });
  return onBehalfOf === undefined ? name : m.audit_record_operator({ operator: name, account: onBehalfOf });
}
