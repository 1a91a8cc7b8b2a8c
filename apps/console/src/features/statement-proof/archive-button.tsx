import { Button } from '@mantine/core';
import type { Statement } from '@usance/api/billing/statement';
import { statementProofs } from '@usance/api/billing/statement-proof';
import { download } from '../../api/download.ts';
import * as m from '../../i18n/messages.gen.ts';
import { DownloadProgress } from '../../ui/feedback/download/download-progress.tsx';
import { useDownload } from '../../ui/feedback/download/use-download.ts';
import { IconDownload } from '../../ui/icon/icons.tsx';

/** Downloads the statement with its rows and the script that verifies them. */
export function ArchiveButton({ statement }: { statement: Pick<Statement, 'id' | 'contractId'> }) {
  const { start, cancel, isRunning, bytes } = useDownload();
  if (isRunning) return <DownloadProgress bytes={bytes} onCancel={cancel} />;
  const params = { id: statement.contractId, statementID: statement.id };
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={15} />}
      onClick={() => start((watch) => download(statementProofs.download, { params }, watch))}
    >
      {m.statement_proof_archive()}
    </Button>
  );
}
