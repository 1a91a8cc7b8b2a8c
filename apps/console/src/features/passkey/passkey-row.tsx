import { Button } from '@mantine/core';
import type { Passkey } from '@usance/api/people/passkey';
import * as m from '../../i18n/messages.gen.ts';
import { InstantText } from '../../ui/cell/date-text.tsx';
import rows from '../../ui/page/row-list.module.css';
import classes from './passkey.module.css';

interface PasskeyRowProps {
  passkey: Passkey;
  isBusy: boolean;
  onRename: () => void;
  onRemove: () => void;
}

/** A passkey with its dates and actions. */
export function PasskeyRow({
  passkey: { name, gmtCreated, gmtLastUsed },
  isBusy,
  onRename,
  onRemove,
}: PasskeyRowProps) {
  return (
    <li className={`${rows.row} ${classes.passkey}`}>
      <div>
        <p className={classes.name}>{name}</p>
        <dl className={rows.facts}>
          <div>
            <dt>{m.passkey_made()}</dt>
            <dd>
              <InstantText at={gmtCreated} />
            </dd>
          </div>
          <div>
            <dt>{m.passkey_last_used()}</dt>
            <dd>{gmtLastUsed === null ? m.passkey_never() : <InstantText at={gmtLastUsed} />}</dd>
          </div>
        </dl>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" size="xs" aria-label={m.passkey_rename_of({ name })} onClick={onRename}>
          {m.passkey_rename()}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={isBusy}
          aria-label={m.passkey_remove_of({ name })}
          onClick={onRemove}
        >
          {m.passkey_remove()}
        </Button>
      </div>
    </li>
  );
}
