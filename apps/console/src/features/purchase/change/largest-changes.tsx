import type { ChangedDimension } from '@usance/api/billing/purchase';
import * as m from '../../../i18n/messages.gen.ts';
import { Segments } from '../../../ui/field/segments.tsx';
import { ChangeTable, type ChangeTableProps } from './change-table.tsx';
import { dimensionWord } from './change-words.ts';
import classes from './largest-changes.module.css';

const dimensions = ['datacloudID', 'objectID', 'product', 'billingItem'] as const satisfies readonly ChangedDimension[];

/** The largest ups and downs, by a dimension that the reader chooses. */
export function LargestChanges({ onBy, ...table }: ChangeTableProps & { onBy: (by: ChangedDimension) => void }) {
  return (
    <div className={classes.largest}>
      <Segments
        label={m.purchase_group_by()}
        options={dimensions.map((value) => ({ value, label: dimensionWord[value]() }))}
        value={table.by}
        onChange={onBy}
      />
      <ChangeTable {...table} />
    </div>
  );
}
