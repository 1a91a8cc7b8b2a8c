import { useCallback, useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { notify } from '../feedback/notify.tsx';
import { type Late, useArrived } from '../late/late.ts';

/** What is behind a closed control, from when it is wanted and there; and the press that wants it. */
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
