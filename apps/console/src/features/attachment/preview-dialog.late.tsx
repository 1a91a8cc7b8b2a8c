import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { urlOf } from '@usance/api/request';
import { type Attachment, attachments } from '@usance/api/sale/attachment';
import { useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { useFocusBack } from '../../ui/feedback/dialog/use-focus-back.ts';
import { Failure } from '../../ui/feedback/failure.tsx';
import { type Attached, attachmentQueries, inlineOf } from './attachment.queries.ts';
import classes from './preview-dialog.module.css';
import { saveAttachment } from './save-attachment.ts';

interface PreviewDialogProps {
  of: Attached;
  attachment: Attachment;
  onClose: () => void;
}

/** Previews a picture or a PDF in the browser. */
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
  const { mediaType } = attachment;
  const [isBroken, setBroken] = useState(false);
  useFocusBack();
  const isPdf = mediaType === 'application/pdf';
  const isShown = isPdf ? navigator.pdfViewerEnabled : !isBroken;
  return (
    <div className={classes.preview}>
      {!isShown && <p className={classes.hint}>{m.attachment_not_shown()}</p>}
      {isShown && isPdf && <Document of={of} attachment={attachment} />}
      {isShown && !isPdf && (
        <img
          src={inlineUrl(of, attachment)}
          alt={attachment.originalFileName}
          className={classes.picture}
          onError={() => setBroken(true)}
        />
      )}
      <div className={classes.end}>
        <Button variant="default" onClick={() => void saveAttachment(of, attachment)}>
          {m.attachment_download()}
        </Button>
      </div>
    </div>
  );
}

/** Asks the server first: a frame would show a raw refusal. */
function Document({ of, attachment }: Omit<PreviewDialogProps, 'onClose'>) {
  const { data: isGiven, error, isFetching, refetch } = useQuery(attachmentQueries.given(of, attachment.id));
  if (error && !isFetching) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!isGiven) return <div className={classes.document} aria-busy="true" />;
  return <iframe src={inlineUrl(of, attachment)} title={attachment.originalFileName} className={classes.document} />;
}

const inlineUrl = (of: Attached, { id }: Attachment) => urlOf(attachments.download, inlineOf(of, id));
