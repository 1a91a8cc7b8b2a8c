import { Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { AskFirst } from './ask-first.tsx';
import type { QuestionProps } from './question.tsx';
import { useFocusBack } from './use-focus-back.ts';

interface AskReasonProps extends Omit<QuestionProps, 'field' | 'onConfirm'> {
  title: string;
  /** The name of the field, and what it says without a reason. */
  label: string;
  required: string;
  /** The longest reason that the call accepts. */
  longest: number;
  /** Sends the reason, and tells when it arrived. All attempts with one reason have one key. */
  onSend: (asked: { reason: string; idempotencyKey: string }, done: { onSuccess: () => void }) => void;
}

/** The last question before an action that needs a reason. */
export function AskReason({ label, required, longest, onSend, ...question }: AskReasonProps) {
  // Another reason needs another key.
  const [{ written, idempotencyKey }, setAsked] = useState(() => askedWith(''));
  const [isChecked, setChecked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const sayDone = useFocusBack();
  const reason = written.trim();
  const submit = () => {
    setChecked(true);
    if (reason === '') return field.current?.focus();
    if (question.isPending) return;
    const onSuccess = () => {
      sayDone();
      question.onClose();
    };
    onSend({ reason, idempotencyKey }, { onSuccess });
  };
  return (
    <AskFirst
      opened
      {...question}
      onConfirm={submit}
      field={
        <Textarea
          ref={field}
          data-autofocus
          label={label}
          required
          autosize
          minRows={3}
          maxRows={8}
          maxLength={longest}
          value={written}
          onChange={(event) => setAsked(askedWith(event.currentTarget.value))}
          error={isChecked && reason === '' ? required : undefined}
          errorProps={{ role: 'alert' }}
        />
      }
    />
  );
}

const askedWith = (written: string) => ({ written, idempotencyKey: crypto.randomUUID() });
