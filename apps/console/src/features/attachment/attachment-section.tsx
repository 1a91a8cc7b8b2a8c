import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { type Attachment, otherMedia } from '@usance/api/sale/attachment';
import { useMemo, useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { InstantText } from '../../ui/cell/date-text.tsx';
import { formatFileSize } from '../../ui/format/file-size.ts';
import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';
import { Section } from '../../ui/page/section.tsx';
import { byText, type Column } from '../../ui/table/column/column.ts';
import { textColumn } from '../../ui/table/column/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { RowActions } from '../../ui/table/row-actions.tsx';
import { type Attached, attachmentQueries } from './attachment.queries.ts';
import classes from './attachment-section.module.css';
import { saveAttachment } from './save-attachment.ts';

const previewDialog = new Late(async () => (await import('./preview-dialog.late.tsx')).PreviewDialog);

interface AttachmentSectionProps {
  of: Attached;
  zone: Contract['billingZone'];
}

/** The files of an offer, to download, and to preview if a browser can show them. */
export function AttachmentSection({ of, zone }: AttachmentSectionProps) {
  const { contractId, offerId } = of;
  const { data, error, refetch } = useQuery(attachmentQueries.list(of));
  const [previewed, setPreviewed] = useState<Attachment>();
  const { part: PreviewDialog, press } = useLate(previewDialog);
  const columns = useMemo(
    () =>
      columnsOf(zone, {
        preview: (attachment) => {
          setPreviewed(attachment);
          press();
        },
        keep: (attachment) => void saveAttachment({ contractId, offerId }, attachment),
      }),
    [zone, contractId, offerId, press],
  );
  return (
    <Section title={m.attachment_list()} id="attachments">
      <DataTable
        tableId="attachment"
        caption={m.attachment_list()}
        columns={columns}
        rows={data?.items}
        rowId={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={<p className={classes.none}>{m.attachment_none()}</p>}
        dense
      />
      {previewed && PreviewDialog && (
        <PreviewDialog of={of} attachment={previewed} onClose={() => setPreviewed(undefined)} />
      )}
    </Section>
  );
}

interface Acts {
  preview: (attachment: Attachment) => void;
  keep: (attachment: Attachment) => void;
}

const columnsOf = (zone: Contract['billingZone'], { preview, keep }: Acts): Column<Attachment>[] => [
  textColumn('originalFileName', m.attachment_name(), (row) => row.originalFileName, { ordersHere: true, share: 40 }),
  {
    id: 'fileSize',
    header: m.attachment_size(),
    align: 'end',
    cell: ({ fileSize }) => formatFileSize(fileSize),
    compare: (left, right) => left.fileSize - right.fileSize,
    phone: 'figure',
  },
  {
    id: 'createdAt',
    header: m.attachment_created(),
    cell: ({ createdAt }) => <InstantText at={createdAt} zone={zone} />,
    compare: byText((row) => row.createdAt),
    phone: 'line',
  },
  {
    id: 'actions',
    header: m.attachment_actions(),
    stays: true,
    cell: (row) => (
      <RowActions>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => keep(row)}
          aria-label={m.attachment_download_one({ name: row.originalFileName })}
        >
          {m.attachment_download()}
        </Button>
        {row.mediaType !== otherMedia && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => preview(row)}
            aria-label={m.attachment_preview_one({ name: row.originalFileName })}
          >
            {m.attachment_preview()}
          </Button>
        )}
      </RowActions>
    ),
    phone: 'line',
  },
];
