import { useMutation } from '@tanstack/react-query';
import type { CallQuery } from '@usance/api/call';
import type { downloadPurchases } from '@usance/api/purchase';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { notify } from '../../ui/feedback/notify.tsx';
import { downloadUsage } from './download-purchases.ts';

export interface UsageDownload {
  contractId: string;
  query: CallQuery<typeof downloadPurchases>;
}

/** One download at a time; leaving the page stops it. */
export function useUsageDownload({ contractId, query }: UsageDownload) {
  const [bytes, setBytes] = useState(0);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const { mutate, isPending } = useMutation({
    mutationFn: async (signal: AbortSignal) => {
      setBytes(0);
      try {
        await downloadUsage({ contractId, query, signal, onProgress: setBytes });
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        throw error;
      }
    },
    onSuccess: (isWhole) => isWhole && notify.success(m.usage_download_done()),
    // A refusal is shown with the server's own words; a broken line has none.
    onError: (error) => !(error instanceof ApiError) && notify.error(m.usage_download_failed()),
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
