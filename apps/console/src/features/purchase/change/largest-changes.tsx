import { type ChangedDimension, changedDimension } from '@usance/api/billing/purchase/purchase-change';
import * as m from '../../../i18n/messages.gen.ts';
import { Segments } from '../../../ui/field/segments.tsx';
import { ChangeTable, type ChangeTableProps } from './change-table.tsx';
import { dimensionWord } from './change-words.ts';
import classes from './largest-changes.module.css';

interface LargestChangesProps extends ChangeTableProps {
  onChoose: (by: ChangedDimension) => void;
}

/** The largest ups and downs, by a dimension that the reader chooses. */
export function LargestChanges({ onChoose, ...table }: LargestChangesProps) {
  return (
    <div className={classes.largest} data-screen-only>
      <Segments
        label={m.purchase_group_by()}
        options={changedDimension.options.map((value) => ({ value, label: dimensionWord[value]() }))}
        value={table.chosen}
        onChange={onChoose}
      />
      <ChangeTable {...table} />
    </div>
  );
}
