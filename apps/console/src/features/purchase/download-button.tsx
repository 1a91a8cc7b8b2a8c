import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { m } from '../../paraglide/messages.js';
import { localeTag } from '../../ui/format/locale.ts';
import classes from './download-button.module.css';
import { type PurchaseDownload, usePurchaseDownload } from './use-purchase-download.ts';

/** The rows of the table as a file; while it comes, how much has come, and a way to stop it. */
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
      <span>{m.purchase_downloaded({ size: formatBytes(bytes) })}</span>
      <Button size="xs" variant="default" onClick={cancel}>
        {m.ui_cancel()}
      </Button>
    </div>
  );
}

/** "12.4 MB": a size of a file, in the largest unit that is not a fraction. */
function formatBytes(bytes: number): string {
  const [unit, size] = units.find(([, least]) => bytes >= least) ?? ['byte', 1];
  return new Intl.NumberFormat(localeTag(), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(bytes / size);
}

const units: ReadonlyArray<readonly [string, number]> = [
  ['gigabyte', 1e9],
  ['megabyte', 1e6],
  ['kilobyte', 1e3],
];
