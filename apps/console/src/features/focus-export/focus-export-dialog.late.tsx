import { Button, Modal } from '@mantine/core';
import { type FocusVersion, focusExports, focusVersion } from '@usance/api/billing/focus-export';
import type { Contract } from '@usance/api/contract/contract';
import { billingMonthOf } from '@usance/period/billing-month';
import { instantOfEpochMs } from '@usance/period/instant';
import { useState } from 'react';
import { download } from '../../api/download.ts';
import { consoleNow } from '../../api/product-time.ts';
import * as m from '../../i18n/messages.gen.ts';
import { useFocusBack } from '../../ui/feedback/dialog/use-focus-back.ts';
import { DownloadProgress } from '../../ui/feedback/download/download-progress.tsx';
import { type GetFile, useDownload } from '../../ui/feedback/download/use-download.ts';
import { MonthRangeField } from '../../ui/field/month-field.tsx';
import { Segments } from '../../ui/field/segments.tsx';
import dialog from '../../ui/form/dialog-form.module.css';

interface FocusExportDialogProps {
  contract: Pick<Contract, 'id' | 'billingZone'>;
  /** True beside filters, which the export does not know. */
  besideFilters: boolean;
  onClose: () => void;
}

type Dataset = keyof typeof focusExports;

/** Chooses a dataset, its version and whole billing months, and downloads the file. */
export function FocusExportDialog({ contract, besideFilters, onClose }: FocusExportDialogProps) {
  return (
    <Modal opened onClose={onClose} title={m.focus_export_title()} size={560}>
      <FocusExportForm contract={contract} besideFilters={besideFilters} />
    </Modal>
  );
}

function FocusExportForm({ contract, besideFilters }: Omit<FocusExportDialogProps, 'onClose'>) {
  useFocusBack();
  const current = billingMonthOf(instantOfEpochMs(consoleNow()), contract.billingZone);
  const [dataset, setDataset] = useState<Dataset>('costAndUsage');
  const [version, setVersion] = useState<FocusVersion>('1.4');
  const [months, setMonths] = useState<[string | null, string | null]>([current, current]);
  const { start, cancel, isRunning, bytes } = useDownload();
  const [fromMonth, toMonth = fromMonth] = months.filter((month) => month !== null);
  return (
    <div className={dialog.form}>
      <p className={dialog.why}>
        {m.focus_export_why()}
        {besideFilters && ` ${m.focus_export_unfiltered()}`}
      </p>
      <Segments label={m.focus_export_dataset()} options={datasets()} value={dataset} onChange={setDataset} />
      {dataset === 'costAndUsage' && (
        <Segments label={m.focus_export_version()} options={versions} value={version} onChange={setVersion} />
      )}
      <MonthRangeField label={m.focus_export_months()} value={months} onChange={setMonths} />
      <div className={dialog.end}>
        {isRunning ? (
          <DownloadProgress bytes={bytes} onCancel={cancel} />
        ) : (
          <Button
            disabled={fromMonth === undefined}
            onClick={() => fromMonth && toMonth && start(fileOf(contract.id, { dataset, version, fromMonth, toMonth }))}
          >
            {m.focus_export_download()}
          </Button>
        )}
      </div>
    </div>
  );
}

const versions = focusVersion.options.map((version) => ({ value: version, label: `FOCUS ${version}` }));

const datasets = (): { value: Dataset; label: string }[] => [
  { value: 'costAndUsage', label: m.focus_export_costs() },
  { value: 'invoiceDetails', label: m.focus_export_invoices() },
  { value: 'billingPeriods', label: m.focus_export_periods() },
];

interface Wanted {
  dataset: Dataset;
  version: FocusVersion;
  fromMonth: string;
  toMonth: string;
}

function fileOf(id: string, { dataset, version, ...months }: Wanted): GetFile {
  const params = { id };
  if (dataset === 'costAndUsage')
    return (watch) => download(focusExports.costAndUsage, { params, query: { ...months, version } }, watch);
  return (watch) => download(focusExports[dataset], { params, query: months }, watch);
}
