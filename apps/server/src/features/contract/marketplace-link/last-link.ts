import type { Contract } from '@usance/api/contract/contract';
import { type RawBuilder, sql } from 'kysely';

/** The contract's last link as JSON. */
export interface LastLink {
  readonly cloudProvider: 'aws' | 'azure';
  readonly hasEnded: boolean;
}

/** SQL: the last link of the `contract` row. Of two that began at the same instant, the open one is the last. */
export const lastLink: RawBuilder<LastLink | null> = sql<LastLink | null>`(
  select jsonb_build_object('cloudProvider', link.cloud_provider, 'hasEnded', link.ended_at is not null)
  from marketplace_link as link where link.contract_id = contract.id
  order by link.activated_at desc, link.ended_at desc nulls first limit 1)`;

/** Returns the contract's marketplace state. */
export function marketplaceOf(link: LastLink | null | undefined): Contract['marketplace'] {
  if (!link) return { state: 'unknown' };
  return { state: link.hasEnded ? 'unsubscribed' : 'activated', cloudProvider: link.cloudProvider };
}
