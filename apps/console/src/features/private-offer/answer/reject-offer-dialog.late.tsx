import { Textarea } from '@mantine/core';
import type { PrivateOffer } from '@usance/api/sale/private-offer';
import { useRef, useState } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { AskFirst } from '../../../ui/feedback/dialog/ask-first.tsx';
import { useFocusBack } from '../../../ui/feedback/dialog/use-focus-back.ts';
import { useRespond } from './use-respond.ts';

interface RejectOfferDialogProps {
  offer: PrivateOffer;
  onClose: () => void;
}

/** Asks for a reason and rejects an offer. */
export function RejectOfferDialog({ offer, onClose }: RejectOfferDialogProps) {
  // Another reason needs another key.
  const [{ reason, idempotencyKey }, setAsked] = useState(() => askedWith(''));
  const [isChecked, setChecked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const sayDone = useFocusBack();
  const respond = useRespond(offer, m.private_offer_rejected);
  const comment = reason.trim();
  const submit = () => {
    setChecked(true);
    if (comment === '') return field.current?.focus();
    if (respond.isPending) return;
    respond.mutate(
      { body: { action: 'reject', comment }, idempotencyKey },
      {
        onSuccess: () => {
          sayDone();
          onClose();
        },
      },
    );
  };
  return (
    <AskFirst
      opened
      title={m.private_offer_reject_title()}
      effect={m.private_offer_reject_effect()}
      confirm={m.private_offer_reject()}
      isLoss
      isPending={respond.isPending}
      failure={respond.error}
      onClose={onClose}
      onConfirm={submit}
      field={
        <Textarea
          ref={field}
          data-autofocus
          label={m.private_offer_reason()}
          required
          autosize
          minRows={3}
          maxRows={8}
          maxLength={longestReason}
          value={reason}
          onChange={(event) => setAsked(askedWith(event.currentTarget.value))}
          error={isChecked && comment === '' ? m.private_offer_reason_required() : undefined}
          errorProps={{ role: 'alert' }}
        />
      }
    />
  );
}

const askedWith = (reason: string) => ({ reason, idempotencyKey: crypto.randomUUID() });

/** The longest reason that the call accepts. */
const longestReason = 2_000;
