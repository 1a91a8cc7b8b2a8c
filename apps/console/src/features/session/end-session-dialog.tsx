import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Session, sessions } from '@usance/api/people/session';
import { ApiError, NetworkError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { useFocusBack } from '../../ui/feedback/dialog/use-focus-back.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { useFailureText } from '../../ui/words/failure-text.ts';
import { sessionWords } from './device-words.ts';
import classes from './end-session-dialog.module.css';
import { sessionQueries } from './session.queries.ts';

interface EndSessionDialogProps {
  /** The session to end; the dialog is closed without one. */
  session: Session | undefined;
  onClose: () => void;
}

/** Asks for confirmation before a session is ended. */
export function EndSessionDialog({ session, onClose }: EndSessionDialogProps) {
  return (
    session && (
      <Modal opened onClose={onClose} title={m.session_end_title()} size={440} returnFocus={false}>
        <Question session={session} onClose={onClose} />
      </Modal>
    )
  );
}

function Question({ session, onClose }: { session: Session; onClose: () => void }) {
  const queryClient = useQueryClient();
  const sayDone = useFocusBack();
  const goesFromTheList = () => {
    queryClient.setQueryData(sessionQueries.own().queryKey, (list) =>
      list === undefined ? undefined : { items: list.items.filter(({ id }) => id !== session.id) },
    );
    sayDone();
    onClose();
  };
  const end = useMutation({
    mutationFn: () => call(sessions.end, { params: { id: session.id } }),
    onSuccess: () => {
      notify.success(m.session_ended());
      goesFromTheList();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.reason === 'SESSION_NOT_FOUND') goesFromTheList();
    },
  });
  // Refusals appear as notifications. A lost connection is shown here, after several failed attempts.
  const silence = useFailureText(end.error instanceof NetworkError ? end.error : undefined);
  return (
    <>
      <p className={classes.device}>{sessionWords(session)}</p>
      <p className={classes.effect}>{session.byOperator ? m.session_end_operator_effect() : m.session_end_effect()}</p>
      {silence !== '' && (
        <p role="alert" className={classes.refusal}>
          {silence}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button loading={end.isPending} onClick={() => end.mutate()}>
          {m.session_end_confirm()}
        </Button>
      </div>
    </>
  );
}
