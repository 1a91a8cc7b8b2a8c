import { Late } from '../late/late.ts';
import { useLate } from '../opening/use-late.ts';
import { ColumnButton } from './column-button.tsx';
import type { ColumnChoicesProps } from './column-choices.tsx';

const openedPicker = new Late(async () => (await import('./opened-column-picker.late.tsx')).OpenedColumnPicker);

/** Opens the choice of columns. What is behind the button comes when it is first pressed. */
export function ColumnPicker(props: ColumnChoicesProps) {
  const { part: OpenedPicker, press } = useLate(openedPicker);
  return OpenedPicker ? <OpenedPicker {...props} /> : <ColumnButton onClick={press} />;
}
