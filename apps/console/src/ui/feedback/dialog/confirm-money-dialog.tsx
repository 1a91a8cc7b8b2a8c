import { Button, Modal } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { Failure } from '../failure.tsx';
import classes from './confirm-money-dialog.module.css';
import { type SumLine, SumList } from './sum-list.tsx';
import { useFocusBack } from './use-focus-back.ts';

interface ConfirmMoneyDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Usually a MoneyText: the moving amount, if it is a single one. */
  amount?: ReactNode;
  /** One sentence about the result. */
  effect: ReactNode;
  /** Names and values, such as the contract and the absolute date of the movement. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** The sum that leads to the rest after the movement. */
  sum?: readonly SumLine[];
  /** True while facts are loading, so that a user cannot confirm unread ones. */
  isWaiting?: boolean;
  /** Another way than to confirm, such as a dispute; it closes the dialog. */
  otherwise?: { readonly label: string; readonly onChoose: () => void };
  /** Repeats the verb of the button that opened the dialog. */
  confirmLabel: string;
  /** Sends the write. All attempts have the same key, so the money moves once. */
  onConfirm: (idempotencyKey: string) => Promise<unknown>;
}

/** The last question before money moves: repeats amount, effect, contract and dates, focuses Cancel, submits once. */
export function ConfirmMoneyDialog(props: ConfirmMoneyDialogProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} size={500} closeOnClickOutside={false}>
      <Question {...props} />
    </Modal>
  );
}

/** Mounted only while open, so each opening has a fresh key and no old failure. */
function Question(props: ConfirmMoneyDialogProps) {
  const { onClose, onConfirm, confirmLabel, amount, effect, facts, sum = [], otherwise, isWaiting = false } = props;
  const [key] = useState(() => crypto.randomUUID());
  const [failure, setFailure] = useState<Error>();
  const [sending, setSending] = useState(false);
  // State alone is too slow for a double press within one frame.
  const sent = useRef(false);
  const effectId = useId();
  const sayDone = useFocusBack();

  async function confirm() {
    if (sent.current) return;
    sent.current = true;
    setSending(true);
    setFailure(undefined);
    try {
      await onConfirm(key);
      sayDone();
      onClose();
    } catch (error) {
      sent.current = false;
      setSending(false);
      setFailure(error instanceof Error ? error : new Error(String(error)));
    }
  }

  return (
    <>
      {amount !== undefined && <p className={classes.amount}>{amount}</p>}
      <p className={classes.effect} id={effectId}>
        {effect}
      </p>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
      </dl>
      {sum.length > 0 && <SumList lines={sum} />}
      {failure !== undefined && <Failure error={failure} title={m.ui_write_failed({ action: confirmLabel })} />}
      <div className={classes.buttons}>
        {otherwise && (
          <Button variant="subtle" className={classes.otherwise} onClick={otherwise.onChoose} disabled={sending}>
            {otherwise.label}
          </Button>
        )}
        <Button variant="default" data-autofocus onClick={onClose} disabled={sending}>
          {m.ui_cancel()}
        </Button>
        <Button
          onClick={confirm}
          disabled={isWaiting}
          aria-disabled={sending}
          aria-describedby={effectId}
          data-sending={sending || undefined}
        >
          {sending ? m.ui_sending({ action: confirmLabel }) : confirmLabel}
        </Button>
      </div>
    </>
  );
}
