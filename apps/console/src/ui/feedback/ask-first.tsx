import { Button, Modal } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { FormRefusal } from '../form/form-refusal.tsx';
import classes from './ask-first.module.css';

interface AskFirstProps {
  opened: boolean;
  title: string;
  /** What is meant, where the title does not name it. */
  children?: ReactNode;
  effect: string;
  /** What has to be entered first; the keyboard begins there. */
  field?: ReactNode;
  confirm: string;
  /** Something is lost with it. */
  isLoss?: boolean;
  /** It was confirmed, and is being done. */
  isPending?: boolean;
  /** Why it was not done. */
  failure?: Error | null | undefined;
  onClose: () => void;
  onConfirm: () => void;
}

/** The last question before something that is not taken back. */
export function AskFirst({ opened, title, children, effect, field, failure, ...answers }: AskFirstProps) {
  const { confirm, isLoss = false, isPending = false, onClose, onConfirm } = answers;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm();
  };
  return (
    // What has been entered is not thrown away by a slip beside it.
    <Modal opened={opened} onClose={onClose} title={title} size={440} closeOnClickOutside={field === undefined}>
      <form noValidate className={classes.question} onSubmit={submit}>
        {children}
        <p>{effect}</p>
        {field}
        <FormRefusal error={failure} />
        <div className={classes.buttons}>
          <Button variant="default" data-autofocus={field === undefined || undefined} onClick={onClose}>
            {m.ui_cancel()}
          </Button>
          <Button type="submit" loading={isPending} {...(isLoss && { color: 'red' })}>
            {confirm}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
