import { Button, CopyButton, Modal } from '@mantine/core';
import { saveAs } from '../../api/download.ts';
import * as m from '../../i18n/messages.gen.ts';
import dialog from '../../ui/form/dialog-form.module.css';
import { IconCheck, IconCopy, IconDownload } from '../../ui/icon/icons.tsx';
import classes from './second-factor.module.css';

interface RecoveryCodesDialogProps {
  /** The codes, shown only this once; the dialog is closed without them. */
  codes: readonly string[] | undefined;
  onClose: () => void;
}

/** Shows the recovery codes. Only its button closes it, because they are not shown again. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <Modal
      opened={codes !== undefined}
      onClose={onClose}
      title={m.second_factor_codes_title()}
      size={460}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {codes && <Codes codes={codes} onClose={onClose} />}
    </Modal>
  );
}

function Codes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n');
  const download = () =>
    saveAs(new Blob([`${m.second_factor_file()}\n\n${text}\n`], { type: 'text/plain' }), 'usance-recovery-codes.txt');
  return (
    <div className={dialog.form}>
      <p className={dialog.why}>{m.second_factor_codes_why()}</p>
      <ul className={classes.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={dialog.end}>
        <CopyButton value={text} timeout={2000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              onClick={copy}
            >
              {copied ? m.second_factor_copied() : m.second_factor_copy()}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={download}>
          {m.second_factor_download()}
        </Button>
        <Button onClick={onClose}>{m.second_factor_kept()}</Button>
      </div>
    </div>
  );
}
