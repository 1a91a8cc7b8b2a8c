import { useMutation } from '@tanstack/react-query';
import { purchases } from '@usance/api/billing/purchase';
import type { CallQuery } from '@usance/api/call';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { download } from '../../../api/download.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { notify } from '../../../ui/feedback/message/notify.tsx';

export interface PurchaseDownload {
  contractId: string;
  query: CallQuery<typeof purchases.download>;
}

/** Runs one download at a time; leaving the page cancels it. */
export function usePurchaseDownload({ contractId, query }: PurchaseDownload) {
  const [bytes, setBytes] = useState(0);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const { mutate, isPending } = useMutation({
    mutationFn: async (signal: AbortSignal) => {
      setBytes(0);
      try {
        await download(
          purchases.download,
          { params: { id: contractId }, query },
          { signal, onStart: () => notify.success(m.ui_download_started()), onProgress: setBytes },
        );
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        throw error;
      }
    },
    onSuccess: (isWhole) => isWhole && notify.success(m.purchase_download_done()),
    // A refusal shows as usual; a lost connection needs words of its own.
    onError: (error) => !(error instanceof ApiError) && notify.error(m.purchase_download_failed()),
  });

  return {
    start: () => {
      running.current = new AbortController();
      mutate(running.current.signal);
    },
    cancel: () => running.current?.abort(),
    isRunning: isPending,
    bytes,
  };
}
