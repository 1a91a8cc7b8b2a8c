import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sessions } from '@usance/api/people/session';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { Question } from '../../ui/feedback/dialog/question.tsx';
import { useFocusBack } from '../../ui/feedback/dialog/use-focus-back.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { sessionQueries } from './session.queries.ts';

interface EndOthersDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Asks for confirmation before all sessions but this one are ended. */
export function EndOthersDialog({ opened, onClose }: EndOthersDialogProps) {
  return (
    opened && (
      <Modal opened onClose={onClose} title={m.session_end_others_title()} size={440} returnFocus={false}>
        <Asked onClose={onClose} />
      </Modal>
    )
  );
}

function Asked({ onClose }: Pick<EndOthersDialogProps, 'onClose'>) {
  const queryClient = useQueryClient();
  const sayDone = useFocusBack();
  const end = useMutation({
    mutationFn: () => call(sessions.endOthers),
    // The dialog shows a failure.
    meta: { ignoreError: true },
    onSuccess: () => {
      queryClient.setQueryData(sessionQueries.own().queryKey, (list) =>
        list === undefined ? undefined : { items: list.items.filter(({ isCurrent }) => isCurrent) },
      );
      notify.success(m.session_others_ended());
      sayDone();
      onClose();
    },
  });
  return (
    <Question
      effect={m.session_end_others_effect()}
      confirm={m.session_end_others_confirm()}
      isPending={end.isPending}
      failure={end.error}
      onClose={onClose}
      onConfirm={() => end.mutate()}
    />
  );
}
