import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import classes from './ask-first.module.css';

interface AskFirstProps {
  opened: boolean;
  title: string;
  /** What is meant, where the title does not name it. */
  children?: ReactNode;
  effect: string;
  confirm: string;
  onClose: () => void;
  onConfirm: () => void;
}

/** The last question before something that is not taken back. */
export function AskFirst({ opened, title, children, effect, confirm, onClose, onConfirm }: AskFirstProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={440}>
      {children}
      <p className={classes.effect}>{effect}</p>
      <div className={classes.buttons}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button onClick={onConfirm}>{confirm}</Button>
      </div>
    </Modal>
  );
}
