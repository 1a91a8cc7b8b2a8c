import * as z from 'zod/mini';
import { defineCalls, inPath } from '../call.ts';
import { accountId } from '../people/account.ts';
import { sortedBy } from '../sorted.ts';
import {
  amount,
  billingMonth,
  contractId,
  contractParams,
  instantText,
  optionalText,
  paged,
  paging,
  rangeQuery,
  withTwins,
} from '../wire.ts';

/** The changed fields of one thing, before and after a call. */
const change = z.object({
  /** The kind of thing: `contract`, `contract_role`, `datacloud`. */
  of: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
});
export type AuditChange = z.output<typeof change>;

/**
 * The acts of the platform itself on a contract, because a time has come, or a region's controller has completed an
 * order.  @internal for the test of their words
 */
export const ownActs = [
  'contract-lifecycle.follow',
  'datacloud.destroy',
  'datacloud.end-order',
  'datacloud.pause',
  'datacloud.resume',
  'frozen.release-ended',
  'private-offer.follow',
  'marketplace.end-link',
  'marketplace.move-link',
  'statement.confirm-due',
] as const;
export type OwnAct = (typeof ownActs)[number];

/** A thing or a person of a record, with the name that people know. */
const namedThing = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('statement'), id: z.string(), month: billingMonth, ...withTwins({ payable: amount }) }),
  z.object({ kind: z.literal('voucher'), id: z.string(), ...withTwins({ denomination: amount }) }),
  z.object({ kind: z.literal('datacloud'), id: z.string(), name: z.string() }),
  z.object({ kind: z.literal('private-offer'), id: z.string() }),
  z.object({ kind: z.literal('account'), id: z.string(), email: z.string() }),
]);
export type NamedThing = z.output<typeof namedThing>;

const auditRecord = z.object({
  id: z.string(),
  gmtTime: instantText,
  /**
   * An account (by e-mail), an operator acting for an account, a token (by name), or the platform, which has no name.
   */
  actor: z.object({
    kind: z.enum(['account', 'operator', 'token', 'platform']),
    name: z.string(),
    onBehalfOf: z.optional(z.string()),
  }),
  /** The operation's id, like `datacloud.create`, or an act of the platform, like `contract-lifecycle.follow`. */
  call: z.string(),
  /** The sender's address; empty if it was not kept. */
  address: z.string(),
  changes: z.array(change),
  /** The things that the call named or changed, in that order; people only if a change names them. */
  things: z.array(namedThing),
});
export type AuditRecord = z.output<typeof auditRecord>;

/** A record in the operators' view. */
const wholeAuditRecord = z.extend(auditRecord, {
  requestId: z.string(),
  contractId: z.nullable(contractId),
  params: z.nullable(z.unknown()),
  query: z.nullable(z.unknown()),
  /** The body as sent, cut if it is long. For an act of the platform on several things, their ids. */
  body: z.nullable(z.string()),
  /** The reason of the refusal, if it was refused. */
  refused: z.nullable(z.string()),
});
export type WholeAuditRecord = z.output<typeof wholeAuditRecord>;

const filters = {
  ...paging,
  ...sortedBy('gmtTime'),
  ...rangeQuery,
  /** Matches a part of the actor's e-mail or name. */
  actor: optionalText(254),
  /** An operation, or a noun: `datacloud` matches all operations of data clouds. */
  call: optionalText(100),
};

export const auditRecords = defineCalls('audit-record', {
  list: {
    method: 'GET',
    path: '/contracts/{id}/audit-records',
    summary: 'The audit of a contract: actor, call, time, address and changes, the newest first',
    customer: 'contract.admin',
    contract: inPath,
    admission: 'read',
    reads: 'replica',
    params: contractParams,
    query: z.strictObject(filters),
    reply: paged(auditRecord),
  },
  listAll: {
    internal: 'read',
    method: 'GET',
    path: '/audit-records',
    summary: 'The audit of all contracts and accounts, the newest first',
    admission: 'read',
    reads: 'replica',
    query: z.strictObject({
      ...filters,
      contractId: z.optional(contractId),
      accountId: z.optional(accountId),
    }),
    reply: paged(wholeAuditRecord),
  },
});
