import type { PrivateOffer } from '@usance/api/sale/private-offer';
import * as m from '../../../i18n/messages.gen.ts';
import { AskReason } from '../../../ui/feedback/dialog/ask-reason.tsx';
import { useRespond } from './use-respond.ts';

interface RejectOfferDialogProps {
  offer: PrivateOffer;
  onClose: () => void;
}

/** Asks for a reason and rejects an offer. */
export function RejectOfferDialog({ offer, onClose }: RejectOfferDialogProps) {
  const respond = useRespond(offer, m.private_offer_rejected);
  return (
    <AskReason
      title={m.private_offer_reject_title()}
      effect={m.private_offer_reject_effect()}
      confirm={m.private_offer_reject()}
      isLoss
      label={m.private_offer_reason()}
      required={m.private_offer_reason_required()}
      longest={longestReason}
      isPending={respond.isPending}
      failure={respond.error}
      onClose={onClose}
      onSend={({ reason, idempotencyKey }, done) =>
        respond.mutate({ body: { action: 'reject', comment: reason }, idempotencyKey }, done)
      }
    />
  );
}

/** The longest reason that the call accepts. */
const longestReason = 2_000;
