import { Button, Modal } from '@mantine/core';
import { useEffect } from 'react';
import { forgetSession } from '../api/session-state.ts';
import * as m from '../i18n/messages.gen.ts';

/** A dialog whose only way on is to sign in again. */
export function SessionExpiredQuestion() {
  useEffect(forgetSession, []);
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={m.shell_session_expired()}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size={420}
    >
      {/* A full load, so that no data of the old session stays in memory. */}
      <Button component="a" href={signInPath()} fullWidth data-autofocus>
        {m.shell_sign_in()}
      </Button>
    </Modal>
  );
}

/** The sign-in page, with the current address to return to. */
function signInPath(): string {
  return `/signin?from=${encodeURIComponent(location.pathname + location.search + location.hash)}`;
}
