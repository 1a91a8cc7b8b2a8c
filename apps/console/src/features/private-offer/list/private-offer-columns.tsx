import { Link } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract/contract';
import type { PrivateOffer } from '@usance/api/sale/private-offer';
import * as m from '../../../i18n/messages.gen.ts';
import type { Column } from '../../../ui/table/column/column.ts';
import { statusColumn, textColumn } from '../../../ui/table/column/columns.tsx';
import { earlyEnd, isDeadlineMissed, isExpirationPast } from '../offer-dates.ts';
import { offerDiscountTypeWord, privateOfferStatus } from '../offer-words.ts';
import { OfferDay } from './offer-day.tsx';
import classes from './private-offer-columns.module.css';

/** The columns of the list of offers; dates are in the contract's zone, whose hours the offers price. */
export function privateOfferColumns({ billingZone: zone }: Contract, nowMs: number): Column<PrivateOffer>[] {
  return [
    { id: 'id', header: m.private_offer_id(), cell: (row) => <OfferLink offer={row} />, minWidth: 130 },
    statusColumn('status', m.private_offer_status(), privateOfferStatus, { phone: 'figure', minWidth: 140 }),
    textColumn('discountType', m.private_offer_discount_type(), (row) => offerDiscountTypeWord[row.discountType](), {
      phone: 'below',
    }),
    // Hidden, because all offers of a contract share it.
    textColumn('currency', m.private_offer_currency(), (row) => row.currency, { hidden: true }),
    {
      id: 'effectiveDate',
      // One heading names the zone for all dates: in every heading it would take a column's space.
      header: m.private_offer_effective_in({ zone: zone === 'UTC' ? 'UTC' : 'UTC+8' }),
      cell: (row) => (
        <>
          <span className={classes.narrow}>{m.private_offer_effective()} </span>
          <OfferDay seconds={row.effectiveDate} zone={zone} />
        </>
      ),
      sortable: true,
      phone: 'line',
    },
    {
      id: 'expirationDate',
      header: m.private_offer_expiration(),
      cell: (row) => (
        <>
          <OfferDay seconds={row.expirationDate} zone={zone} isPast={isExpirationPast(row, nowMs)} />
          <EarlyEnd offer={row} zone={zone} />
        </>
      ),
    },
    {
      id: 'confirmationDeadline',
      header: m.private_offer_deadline(),
      cell: (row) => (
        <>
          <span className={classes.narrow}>{m.private_offer_deadline()} </span>
          <OfferDay seconds={row.confirmationDeadline} zone={zone} isPast={isDeadlineMissed(row, nowMs)} />
        </>
      ),
      sortable: true,
      phone: 'line',
    },
    {
      id: 'createdAt',
      header: m.private_offer_created(),
      cell: (row) => <OfferDay seconds={row.createdAt} zone={zone} />,
      sortable: true,
    },
  ];
}

function EarlyEnd({ offer, zone }: { offer: PrivateOffer; zone: Contract['billingZone'] }) {
  const end = earlyEnd(offer);
  if (end === undefined) return null;
  return (
    <span className={classes.end}>
      {m.private_offer_ends()} <OfferDay seconds={end} zone={zone} />
    </span>
  );
}

function OfferLink({ offer: { id, contractId } }: { offer: PrivateOffer }) {
  return (
    <span className={classes.id} translate="no">
      <Link
        to="/billing-center/$contractId/private-offers/$offerId"
        params={{ contractId, offerId: id }}
        title={id}
        data-whole
      >
        {shortId(id)}
      </Link>
    </span>
  );
}

/** Shortens an id to both ends, which people compare. */
const shortId = (id: string): string => (id.length <= 14 ? id : `${id.slice(0, 7)}…${id.slice(-6)}`);
