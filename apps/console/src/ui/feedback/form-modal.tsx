import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { AskFirst } from './ask-first.tsx';

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
        <div onChange={() => setFilledIn(true)}>{children}</div>
      </Modal>
      <AskFirst
        opened={opened && isAsking}
        title={m.ui_discard_title()}
        effect={m.ui_discard_effect()}
        confirm={m.ui_discard()}
        isLoss
        onClose={() => setAsking(false)}
        onConfirm={drop}
      />
    </>
  );
}
