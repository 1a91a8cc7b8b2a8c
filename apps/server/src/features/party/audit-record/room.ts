import { auditRecords } from '@usance/api/audit-record';
import type { Room } from '../../../platform/house/room.ts';
import { mount } from '../../../platform/http/calls/verb.ts';
import { listAllAuditRecords, listAuditRecords } from './audit-record.queries.ts';

export const auditRecordRoom: Room = {
  calls: mount(auditRecords, { list: listAuditRecords, listAll: listAllAuditRecords }),
};
