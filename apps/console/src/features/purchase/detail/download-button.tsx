import { Button } from '@mantine/core';
import { purchases } from '@usance/api/billing/purchase';
import type { CallQuery } from '@usance/api/call';
import { download } from '../../../api/download.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { DownloadProgress } from '../../../ui/feedback/download/download-progress.tsx';
import { useDownload } from '../../../ui/feedback/download/use-download.ts';
import { IconDownload } from '../../../ui/icon/icons.tsx';

interface DownloadButtonProps {
  contractId: string;
  query: CallQuery<typeof purchases.download>;
}

/** Downloads the table's rows as a file, with progress and a way to cancel. */
export function DownloadButton({ contractId, query }: DownloadButtonProps) {
  const { start, cancel, isRunning, bytes } = useDownload();
  if (isRunning) return <DownloadProgress bytes={bytes} onCancel={cancel} />;
  const begin = () => start((watch) => download(purchases.download, { params: { id: contractId }, query }, watch));
  return (
    <Button size="xs" variant="default" leftSection={<IconDownload size={15} />} onClick={begin}>
      {m.purchase_download()}
    </Button>
  );
}
