import { type ChangedDimension, changedDimension } from '@usance/api/billing/purchase';
import * as m from '../../../i18n/messages.gen.ts';
import { Segments } from '../../../ui/field/segments.tsx';
import { ChangeTable, type ChangeTableProps } from './change-table.tsx';
import { dimensionWord } from './change-words.ts';
import classes from './largest-changes.module.css';

interface LargestChangesProps extends ChangeTableProps {
  /** The dimension that the reader has chosen; until its answer comes, the table shows the one before. */
  chosen: ChangedDimension;
  onChoose: (by: ChangedDimension) => void;
}

/** The largest ups and downs, by a dimension that the reader chooses. */
export function LargestChanges({ chosen, onChoose, ...table }: LargestChangesProps) {
  return (
    <div className={classes.largest}>
      <Segments
        label={m.purchase_group_by()}
        options={changedDimension.options.map((value) => ({ value, label: dimensionWord[value]() }))}
        value={chosen}
        onChange={onChoose}
      />
      <ChangeTable {...table} />
    </div>
  );
}
