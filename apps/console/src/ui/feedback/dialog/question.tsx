import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { FormRefusal } from '../../form/form-refusal.tsx';
import classes from './question.module.css';

export interface QuestionProps {
  /** Names the thing in question, if the title does not. */
  children?: ReactNode;
  effect: string;
  /** A required field, which gets the focus. */
  field?: ReactNode;
  confirm: string;
  /** True if data is lost. */
  isLoss?: boolean;
  /** True while the confirmed action runs. */
  isPending?: boolean;
  /** The failure of the action. */
  failure?: Error | null | undefined;
  onClose: () => void;
  onConfirm: () => void;
}

/** The text of a question, with its two answers. */
export function Question({ children, effect, field, failure, ...answers }: QuestionProps) {
  const { confirm, isLoss = false, isPending = false, onClose, onConfirm } = answers;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm();
  };
  return (
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
  );
}
