import { Modal } from '@mantine/core';
import { FormModal } from './form-modal.tsx';
import { Question, type QuestionProps } from './question.tsx';

interface AskFirstProps extends QuestionProps {
  opened: boolean;
  title: string;
}

/** The last question before an action that cannot be undone. */
export function AskFirst({ opened, title, ...question }: AskFirstProps) {
  const Dialog = question.field === undefined ? Modal : FormModal;
  return (
    <Dialog opened={opened} onClose={question.onClose} title={title} size={440}>
      <Question {...question} />
    </Dialog>
  );
}
