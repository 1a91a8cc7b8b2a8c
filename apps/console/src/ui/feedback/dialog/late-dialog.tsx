import { type ComponentType, useEffect, useState } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { Late, useArrived } from '../../late/late.ts';
import { notify } from '../message/notify.tsx';

/**
 * A dialog that loads after the first page: at the first movement of the user, or when it opens. `by` names the prop
 * that opens it. It is mounted closed first, so that it can remember the focus.
 */
export function lateDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  by: keyof Props,
): ComponentType<Props> {
  const late = new Late(load);
  return (props) => <WhenWanted late={late} by={by} of={props} />;
}

interface WhenWantedProps<Props> {
  late: Late<ComponentType<Props>>;
  by: keyof Props;
  of: Props;
}

function WhenWanted<Props extends object>({ late, by, of }: WhenWantedProps<Props>) {
  const Dialog = useArrived(late);
  const [isThere, setThere] = useState(false);
  const isWanted = Boolean(of[by]);
  useEffect(() => {
    if (isWanted) late.bring().catch(() => notify.error(m.ui_no_reply()));
  }, [late, isWanted]);
  useEffect(() => setThere(Dialog !== undefined), [Dialog]);
  if (!Dialog) return null;
  const closed = { [by]: typeof of[by] === 'boolean' ? false : undefined };
  return <Dialog {...of} {...(isThere ? {} : closed)} />;
}
