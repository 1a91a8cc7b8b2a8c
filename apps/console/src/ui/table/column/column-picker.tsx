import { useCallback, useRef, useState } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { Panel } from '../../opening/panel.tsx';
import { ColumnButton } from './column-button.tsx';
import { ColumnChoices, type ColumnChoicesProps } from './column-choices.tsx';

/** The button and panel of the choice of columns. */
export function ColumnPicker(props: ColumnChoicesProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <ColumnButton ref={button} isOpen={isOpen} onClick={() => setOpen(!isOpen)} />
      {isOpen && (
        <Panel label={m.ui_columns()} control={button} atEnd onClose={close}>
          <ColumnChoices {...props} />
        </Panel>
      )}
    </>
  );
}
