import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { SayFilledIn } from '../form/say-filled-in.ts';
import { Question } from './question.tsx';

/** A dialog with a form: once something was entered, Esc and the cross ask before they drop it. */
export function FormModal({ opened, onClose, children, ...look }: ModalProps & { children: ReactNode }) {
  const [isAsking, setAsking] = useState(false);
  const [isFilledIn, setFilledIn] = useState(false);
  // Each opening begins with an empty form.
  if (!opened && (isFilledIn || isAsking)) {
    setFilledIn(false);
    setAsking(false);
  }
  // Both dialogs listen for Esc on the window: the question comes after the key press that asks for it, or that would close it.
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
        // Esc answers the question that is open, and not the dialog below it.
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
