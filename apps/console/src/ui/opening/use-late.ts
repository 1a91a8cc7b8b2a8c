import { useCallback, useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { notify } from '../feedback/message/notify.tsx';
import { type Late, useArrived } from '../late/late.ts';

/** Loads the part behind a control on its first press; returns the part once it is loaded, and the press handler. */
export function useLate<Part>(late: Late<Part>): { part: Part | undefined; press: () => void } {
  const [wanted, setWanted] = useState(false);
  const arrived = useArrived(late);
  const press = useCallback(() => {
    setWanted(true);
    late.bring().catch(() => {
      setWanted(false);
      notify.error(m.ui_no_reply());
    });
  }, [late]);
  return { part: wanted ? arrived : undefined, press };
}
