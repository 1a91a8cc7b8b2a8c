import { useCallback, useRef, useState } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { Late } from '../../late/late.ts';
import { Panel } from '../../opening/panel.tsx';
import { useLate } from '../../opening/use-late.ts';
import { ColumnButton } from './column-button.tsx';
import type { ColumnChoicesProps } from './column-choices.late.tsx';

const columnChoices = new Late(async () => (await import('./column-choices.late.tsx')).ColumnChoices);

/** The button and panel of the choice of columns. */
export function ColumnPicker(props: ColumnChoicesProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { part: ColumnChoices, press } = useLate(columnChoices);
  const close = useCallback(() => setOpen(false), []);
  const turn = () => {
    setOpen(!isOpen);
    press();
  };
  return (
    <>
      <ColumnButton ref={button} isOpen={isOpen} onClick={turn} />
      {isOpen && ColumnChoices && (
        <Panel label={m.ui_columns()} control={button} atEnd onClose={close}>
          <ColumnChoices {...props} />
        </Panel>
      )}
    </>
  );
}
