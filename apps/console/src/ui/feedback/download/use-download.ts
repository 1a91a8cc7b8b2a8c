import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import type { DownloadWatch } from '../../../api/download.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { notify } from '../message/notify.tsx';

/** Gets a file, and tells of its progress to `watch`. */
export type GetFile = (watch: DownloadWatch) => Promise<void>;

/** Runs one download at a time; leaving the page cancels it. */
export function useDownload() {
  const [bytes, setBytes] = useState(0);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const { mutate, isPending } = useMutation({
    mutationFn: async ({ get, signal }: { get: GetFile; signal: AbortSignal }) => {
      setBytes(0);
      try {
        await get({ signal, onStart: () => notify.success(m.ui_download_started()), onProgress: setBytes });
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        throw error;
      }
    },
    onSuccess: (isWhole) => isWhole && notify.success(m.ui_download_done()),
    // A refusal shows as usual; a lost connection needs words of its own.
    onError: (error) => !(error instanceof ApiError) && notify.error(m.ui_download_failed()),
  });

  return {
    start: (get: GetFile) => {
      running.current = new AbortController();
      mutate({ get, signal: running.current.signal });
    },
    cancel: () => running.current?.abort(),
    isRunning: isPending,
    bytes,
  };
}
