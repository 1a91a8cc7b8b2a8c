import type { AuditRecord } from '@usance/api/contract/audit-record';
import * as m from '../../i18n/messages.gen.ts';
import type { Column } from '../../ui/table/column/column.ts';
import { instantColumn } from '../../ui/table/column/columns.tsx';
import { actorName } from './actor-name.ts';
import { AuditCall } from './audit-call.tsx';
import classes from './audit-changes.module.css';
import { AuditChanges } from './audit-changes.tsx';

/** The columns of the audit trail. */
export function auditRecordColumns(contractId: string): Column<AuditRecord>[] {
  const wrapped = (text: string) => <bdi className={classes.wrapped}>{text}</bdi>;
  return [
    instantColumn('gmtTime', m.ui_time(), (row) => row.gmtTime, { minWidth: 160 }),
    {
      id: 'actor',
      header: m.audit_record_who(),
      cell: ({ actor }) => wrapped(actorName(actor)),
      phone: 'line',
      minWidth: 190,
    },
    {
      id: 'call',
      header: m.audit_record_what(),
      cell: (record) => <AuditCall record={record} contractId={contractId} />,
      phone: 'below',
      minWidth: 150,
    },
    {
      id: 'address',
      header: m.audit_record_where(),
      cell: (row) => wrapped(addressOf(row)),
      phone: 'end',
      minWidth: 100,
    },
    {
      id: 'changes',
      header: m.audit_record_changes(),
      cell: ({ changes, things }) => changes.length > 0 && <AuditChanges changes={changes} people={peopleOf(things)} />,
      phone: 'line',
      minWidth: 290,
    },
  ];
}

/** The e-mail of each person whom a change names by their id. */
const peopleOf = (things: AuditRecord['things']) =>
  new Map(things.flatMap((thing) => (thing.kind === 'account' ? [[thing.id, thing.email] as const] : [])));

/** An address of the old kind as people know it, though the server's socket speaks the new. */
const addressOf = ({ address }: AuditRecord) => address.replace(/^::ffff:(?=\d+\.)/, '');
