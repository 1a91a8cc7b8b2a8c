import { Button } from '@mantine/core';
import * as m from '../../../i18n/messages.gen.ts';
import { formatFileSize } from '../../../ui/format/file-size.ts';
import { IconDownload } from '../../../ui/icon/icons.tsx';
import classes from './download-button.module.css';
import { type PurchaseDownload, usePurchaseDownload } from './use-purchase-download.ts';

/** Downloads the table's rows as a file, with progress and a way to cancel. */
export function DownloadButton(wanted: PurchaseDownload) {
  const { start, cancel, isRunning, bytes } = usePurchaseDownload(wanted);
  if (!isRunning) {
    return (
      <Button size="xs" variant="default" leftSection={<IconDownload size={15} />} onClick={start}>
        {m.purchase_download()}
      </Button>
    );
  }
  return (
    <div className={classes.download}>
      <progress aria-label={m.purchase_downloading()} />
      <span>{m.purchase_downloaded({ size: formatFileSize(bytes) })}</span>
      <Button size="xs" variant="default" onClick={cancel}>
        {m.ui_cancel()}
      </Button>
    </div>
  );
}
