import type { AuditChange, AuditRecord, NamedThing, WholeAuditRecord } from '@usance/api/contract/audit-record';

/** An audit row with the names of its actors and its changes. */
export interface AuditRow {
  readonly id: string;
  readonly at: Date;
  readonly request_id: string;
  readonly call: string;
  readonly address: string | null;
  readonly contract_id: string | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: string | null;
  readonly refused: string | null;
  readonly account: string | null;
  readonly operator: string | null;
  readonly token: string | null;
  readonly token_id: string | null;
  readonly account_id: string | null;
  readonly changes: readonly AuditChange[] | null;
}

/** The wire form for a contract's admins. */
export function auditRecordOf(row: AuditRow, things: NamedThing[]): AuditRecord {
  return {
    id: row.id,
    gmtTime: row.at.toISOString(),
    actor: actorOf(row),
    call: row.call,
    address: row.address ?? '',
    changes: [...(row.changes ?? [])],
    things,
  };
}

/** The wire form for operators. */
export function wholeAuditRecordOf(row: AuditRow, things: NamedThing[]): WholeAuditRecord {
  const { contract_id: contractId, request_id: requestId, params, query, body, refused } = row;
  return {
    ...auditRecordOf(row, things),
    contractId,
    requestId,
    params: params ?? null,
    query: query ?? null,
    body,
    refused,
  };
}

function actorOf({ account, operator, token, token_id, account_id }: AuditRow): AuditRecord['actor'] {
  if (token_id === null && account_id === null) return { kind: 'platform', name: '' };
  if (operator !== null) return { kind: 'operator', name: operator, ...(account !== null && { onBehalfOf: account }) };
  if (account !== null) return { kind: 'account', name: account };
  return { kind: 'token', name: token ?? '' };
}
