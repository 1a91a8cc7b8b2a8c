import * as z from 'zod/mini';
import { accountId } from './account.ts';
import { defineCalls, inPath } from './call.ts';
import { sortedBy } from './sorted.ts';
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
} from './wire.ts';

/** What a call changed of one thing: the fields that came to be something else, as they were and as they are. */
const change = z.object({
  /** What kind of thing: `contract`, `contract_role`, `datacloud`. */
  of: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
});
export type AuditChange = z.output<typeof change>;

/**
 * What the platform does to a contract by itself: because its time has come, or a region's controller has ended an order.
 *
 * @internal for the test of their words
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

/** A thing or a person that a record names, as people know it. */
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
   * An account by its e-mail, one of the platform's people for an account, a token of the platform by its name; or the
   * platform by itself, which has no name.
   */
  actor: z.object({
    kind: z.enum(['account', 'operator', 'token', 'platform']),
    name: z.string(),
    onBehalfOf: z.optional(z.string()),
  }),
  /** The operation's id: `datacloud.create`; or what the platform does by itself: `contract-lifecycle.follow`. */
  call: z.string(),
  /** Where the request came from; empty where that was not kept. */
  address: z.string(),
  changes: z.array(change),
  /** The things that the call named or changed, in its order; people only where a change names them. */
  things: z.array(namedThing),
});
export type AuditRecord = z.output<typeof auditRecord>;

/** As the platform's own people read it. */
const wholeAuditRecord = z.extend(auditRecord, {
  requestId: z.string(),
  contractId: z.nullable(contractId),
  params: z.nullable(z.unknown()),
  query: z.nullable(z.unknown()),
  /** As it was sent; long ones are cut. Of several things that the platform carried out at once, their ids. */
  body: z.nullable(z.string()),
  /** Why it was refused, where it was. */
  refused: z.nullable(z.string()),
});
export type WholeAuditRecord = z.output<typeof wholeAuditRecord>;

const filters = {
  ...paging,
  ...sortedBy('gmtTime'),
  ...rangeQuery,
  /** A part of the actor's e-mail or name. */
  actor: optionalText(254),
  /** The operation, or what it is of: `datacloud` are all of data clouds. */
  call: optionalText(100),
};

export const auditRecords = defineCalls('audit-record', {
  list: {
    method: 'GET',
    path: '/contracts/{id}/audit-records',
    summary: 'Who did what to a contract, when and from where, with what changed; the newest first',
    customer: 'contract.admin',
    contract: inPath,
    admission: 'read',
    params: contractParams,
    query: z.strictObject(filters),
    reply: paged(auditRecord),
  },
  listAll: {
    internal: 'read',
    method: 'GET',
    path: '/audit-records',
    summary: 'Who did what, of all contracts and accounts; the newest first',
    admission: 'read',
    query: z.strictObject({
      ...filters,
      contractId: z.optional(contractId),
      accountId: z.optional(accountId),
    }),
    reply: paged(wholeAuditRecord),
  },
});
