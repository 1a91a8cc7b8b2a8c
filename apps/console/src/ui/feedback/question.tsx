import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { FormRefusal } from '../form/form-refusal.tsx';
import classes from './question.module.css';

export interface QuestionProps {
  /** Names the thing in question where the title does not. */
  children?: ReactNode;
  effect: string;
  /** A field that has to be filled in first. The keyboard begins there. */
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

/** The words of a question, and its two answers. */
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
