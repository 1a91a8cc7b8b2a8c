import { Button } from '@mantine/core';
import * as m from '../../i18n/messages.gen.ts';
import { Empty } from '../feedback/empty.tsx';
import { moveFocus } from '../field/move-focus.ts';

/** Shown for a list without matches, with a button that clears the filters. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Empty
      title={m.ui_no_match()}
      action={
        <Button
          variant="default"
          onClick={() => {
            moveFocus(undefined);
            onClear();
          }}
        >
          {m.ui_clear_filters()}
        </Button>
      }
    >
      {m.ui_no_match_hint()}
    </Empty>
  );
}
