import { auditRecords } from '@usance/api/contract/audit-record';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { listAllAuditRecords, listAuditRecords } from './audit-record.queries.ts';

export const auditRecordRoom: Room = {
  calls: mount(auditRecords, { list: listAuditRecords, listAll: listAllAuditRecords }),
  tables: {
    audit: { stays: 'says who did what in this installation, by its own accounts and tokens' },
    audit_change: { stays: 'is read by the audit’s rows, which stay' },
  },
  sequences: { audit_id_seq: [['audit', 'id']], audit_change_id_seq: [['audit_change', 'id']] },
};
