import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { lateDialog } from '../../ui/feedback/dialog/late-dialog.tsx';

const ProofDialog = lateDialog(async () => (await import('./proof-dialog.tsx')).ProofDialog, 'opened');

interface Wanted<Reply, Said> {
  ask: (said: Said) => Promise<Reply>;
  onDone: (reply: Reply, said: Said) => void;
  onRefused?: (error: Error) => void;
}

interface Proved<Said> {
  start: (said: Said) => void;
  isPending: boolean;
  error: Error | null;
  /** Render this: it asks for the password if the server requires it, and then repeats the action. */
  proof: ReactNode;
}

/** An action that needs a recent proof of the password. */
export function useProved<Reply, Said = void>({ ask, onDone, onRefused }: Wanted<Reply, Said>): Proved<Said> {
  const [waiting, setWaiting] = useState<{ said: Said }>();
  const opener = useRef<Element>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: ask,
    meta: { ignoreError: true },
    onSuccess: onDone,
    onError: (refusal: Error, said: Said) => (wantsProof(refusal) ? setWaiting({ said }) : onRefused?.(refusal)),
  });
  const proof = (
    <ProofDialog
      opened={waiting !== undefined}
      onClose={() => {
        setWaiting(undefined);
        // The opener was disabled when the dialog opened, so the dialog cannot return the focus to it.
        if (opener.current instanceof HTMLElement) opener.current.focus();
      }}
      onProved={() => {
        setWaiting(undefined);
        if (waiting) mutate(waiting.said);
      }}
    />
  );
  const start = (said: Said) => {
    opener.current = document.activeElement;
    mutate(said);
  };
  return { start, isPending, error: wantsProof(error) ? null : error, proof };
}

function wantsProof(error: Error | null): boolean {
  return error instanceof ApiError && error.reason === 'PASSWORD_PROOF_REQUIRED';
}
