import { Button, Modal } from '@mantine/core';
import { type Attachment, attachments } from '@usance/api/attachment';
import { urlOf } from '@usance/api/request';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { useFocusBack } from '../../ui/feedback/use-focus-back.ts';
import type { Attached } from './attachment.queries.ts';
import classes from './preview-dialog.module.css';
import { saveAttachment } from './save-attachment.ts';

interface PreviewDialogProps {
  of: Attached;
  attachment: Attachment;
  onClose: () => void;
}

/** A picture or a PDF as the browser shows it. */
export function PreviewDialog({ of, attachment, onClose }: PreviewDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={attachment.originalFileName}
      size={960}
      classNames={{ title: classes.title }}
    >
      <Preview of={of} attachment={attachment} />
    </Modal>
  );
}

function Preview({ of, attachment }: Omit<PreviewDialogProps, 'onClose'>) {
  const { id, originalFileName: name, mediaType } = attachment;
  const [isBroken, setBroken] = useState(false);
  useFocusBack();
  const url = urlOf(attachments.download, {
    params: { id: of.contractId, poid: of.offerId, aid: id },
    query: { inline: true },
  });
  const isPdf = mediaType === 'application/pdf';
  const isShown = isPdf ? navigator.pdfViewerEnabled : !isBroken;
  return (
    <div className={classes.preview}>
      {!isShown && <p className={classes.hint}>{m.attachment_not_shown()}</p>}
      {isShown && isPdf && <iframe src={url} title={name} className={classes.document} />}
      {isShown && !isPdf && <img src={url} alt={name} className={classes.picture} onError={() => setBroken(true)} />}
      <div className={classes.end}>
        <Button variant="default" onClick={() => void saveAttachment(of, attachment)}>
          {m.attachment_download()}
        </Button>
      </div>
    </div>
  );
}
