import type { Work } from '#platform/context/context.ts';
import { auditOwnAct } from '#platform/http/calls/audit/audit-own-act.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { endLink, type LinkRow } from '../../contract/marketplace-link/keep-link.ts';
import { makeHoursDue } from '../hour/begin-hours.ts';
import { endMetering } from './meter-by.ts';

/** Ends a link of a locked contract; usage of the current hour is still reported. */
export async function cutLink(work: Pick<Work, 'tx' | 'now'>, link: LinkRow): Promise<void> {
  await endLink(work, link);
  await endMetering(work.tx, link, work.now);
  await makeHoursDue(work, link);
}

/** Ends a link as the platform's own act, with an audit row. */
export async function unlink(work: Pick<Work, 'tx' | 'now'>, contract: LockedContract, link: LinkRow): Promise<void> {
  await cutLink(work, link);
  await auditOwnAct(work, { act: 'marketplace.end-link', contractId: contract.id, of: link.id });
}
