import { Button } from '@mantine/core';
import * as m from '../../i18n/messages.gen.ts';
import { Empty } from '../feedback/empty.tsx';
import { handFocusOn } from '../field/hand-focus-on.ts';

/** What a list says when its filters leave nothing, and the way back. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Empty
      title={m.ui_no_match()}
      action={
        <Button
          variant="default"
          onClick={() => {
            handFocusOn(undefined);
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
