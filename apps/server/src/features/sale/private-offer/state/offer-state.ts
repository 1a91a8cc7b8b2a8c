import type { OfferInvalidity, OfferStatus } from '@usance/api/sale/private-offer';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';
import { conflict } from '#platform/refusal.ts';

export type OfferRow = Selectable<Database['private_offer']>;

export type OfferAction = 'update' | 'delete' | 'submit' | 'approve' | 'respond' | 'withdraw';

const statesFor: Readonly<Record<OfferAction, readonly OfferStatus[]>> = {
  update: ['draft', 'rejected'],
  delete: ['draft', 'rejected', 'expired', 'invalid'],
  submit: ['draft'],
  approve: ['pending_approval'],
  respond: ['pending_acceptance'],
  withdraw: ['pending_approval', 'approved', 'pending_acceptance', 'accepted'],
};

/** Throws 409 if the offer's status does not allow the action. */
export function assertTakes(status: OfferStatus, action: OfferAction): void {
  if (!statesFor[action].includes(status))
    throw conflict('OFFER_STATE_CONFLICT', `This offer is ${status}.`, { status });
}

/** Throws 409 if the terms have changed since the caller read the offer. */
export function assertAsRead(
  { state, revision }: Pick<OfferRow, 'state' | 'revision'>,
  read: number | undefined,
): void {
  if (read === undefined || read === revision) return;
  throw conflict('OFFER_STATE_CONFLICT', 'This offer has changed since it was read. Read it again.', {
    status: state,
    field: 'revision',
  });
}

/** The status of an offer, the reason if it is invalid, and the instant of the change if time has caused it. */
export interface OfferStanding {
  readonly status: OfferStatus;
  readonly invalidReason: OfferInvalidity | null;
  readonly since?: Date;
}

type Kept = Pick<
  OfferRow,
  | 'state'
  | 'expiration_date'
  | 'confirmation_deadline'
  | 'response_action'
  | 'ended_at'
  | 'end_reason'
  | 'contract_ended_at'
>;

/** Derives the standing of an offer from its row and the time. An offer expires at the very instant of its deadline. */
export function standingAt(row: Kept, { now, isKycComplete }: { now: Date; isKycComplete: boolean }): OfferStanding {
  const status = row.state === 'approved' && isKycComplete ? 'pending_acceptance' : row.state;
  const [first] = endingsOf(row, status)
    .filter(({ since }) => since <= now)
    .sort((one, other) => one.since.getTime() - other.since.getTime());
  return first ?? { status, invalidReason: status === 'invalid' ? row.end_reason : null };
}

type Ending = OfferStanding & { readonly since: Date };

/** The ends that time may bring to an offer of a status. */
function endingsOf(row: Kept, status: OfferStatus): readonly Ending[] {
  const ending = (since: Date | null, end: Omit<OfferStanding, 'since'>) => (since === null ? [] : [{ ...end, since }]);
  const expired = { status: 'expired', invalidReason: null } as const;
  const contractEnds = ending(row.contract_ended_at, { status: 'invalid', invalidReason: 'contract_ended' });
  switch (status) {
    case 'pending_approval':
    case 'approved':
      return contractEnds;
    case 'pending_acceptance':
      return [...ending(row.confirmation_deadline, expired), ...contractEnds];
    case 'accepted':
      return [
        ...ending(row.expiration_date, expired),
        ...ending(row.ended_at, { status: 'invalid', invalidReason: row.end_reason }),
        ...contractEnds,
      ];
    case 'draft':
    case 'rejected':
    case 'expired':
    case 'invalid':
      return [];
  }
}

/** The instant at which an accepted offer stops setting prices; null if there is none. */
export function pricesEndAt({
  expiration_date,
  ended_at,
}: Pick<OfferRow, 'expiration_date' | 'ended_at'>): Date | null {
  if (expiration_date === null || ended_at === null) return expiration_date ?? ended_at;
  return expiration_date < ended_at ? expiration_date : ended_at;
}
