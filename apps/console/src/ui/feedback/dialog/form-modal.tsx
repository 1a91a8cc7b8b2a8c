import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { SayFilledIn } from '../../form/say-filled-in.ts';
import { Question } from './question.tsx';

/** A dialog with a form: after an input, Esc and the close button ask before they discard it. */
export function FormModal({ opened, onClose, children, ...look }: ModalProps & { children: ReactNode }) {
  const [isAsking, setAsking] = useState(false);
  const [isFilledIn, setFilledIn] = useState(false);
  // Each opening begins with an empty form.
  if (!opened && (isFilledIn || isAsking)) {
    setFilledIn(false);
    setAsking(false);
  }
  // Both dialogs listen for Esc on the window, so the question must open after the current key press.
  const leave = () => {
    if (isFilledIn) setTimeout(() => setAsking(true));
    else onClose();
  };
  const keep = () => setAsking(false);
  const drop = () => {
    setFilledIn(false);
    setAsking(false);
    onClose();
  };
  return (
    <>
      <Modal
        closeOnClickOutside={false}
        {...look}
        opened={opened}
        onClose={leave}
        // Esc answers the open question, not the dialog below it.
        closeOnEscape={!isAsking}
      >
        <SayFilledIn value={() => setFilledIn(true)}>
          <div onChange={() => setFilledIn(true)}>{children}</div>
        </SayFilledIn>
      </Modal>
      <Modal opened={opened && isAsking} onClose={keep} title={m.ui_discard_title()} size={440}>
        <Question effect={m.ui_discard_effect()} confirm={m.ui_discard()} isLoss onClose={keep} onConfirm={drop} />
      </Modal>
    </>
  );
}
