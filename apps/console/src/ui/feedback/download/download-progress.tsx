import { Button } from '@mantine/core';
import * as m from '../../../i18n/messages.gen.ts';
import { formatFileSize } from '../../format/file-size.ts';
import classes from './download-progress.module.css';

interface DownloadProgressProps {
  bytes: number;
  onCancel: () => void;
}

/** The progress of a running download, with a way to cancel it. */
export function DownloadProgress({ bytes, onCancel }: DownloadProgressProps) {
  return (
    <div className={classes.download}>
      <progress aria-label={m.ui_downloading()} />
      <span>{m.ui_downloaded({ size: formatFileSize(bytes) })}</span>
      <Button size="xs" variant="default" onClick={onCancel}>
        {m.ui_cancel()}
      </Button>
    </div>
  );
}
