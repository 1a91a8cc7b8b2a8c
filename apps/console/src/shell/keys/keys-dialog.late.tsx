import { Checkbox, Modal } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { goPages } from './go-pages.ts';
import classes from './keys.module.css';
import { Keys } from './keys.tsx';
import { hasLetterKeys, turnLetterKeys } from './letter-keys.ts';
import { searchKeys } from './search-keys.ts';

/** The list of all keys, with the switch that turns the letters off. */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={m.keys_title()} size={640}>
      <KeysSheet />
    </Modal>
  );
}

type KeyLine = readonly [keys: readonly string[], effect: string];

function KeysSheet() {
  const router = useRouter();
  const [isOn, setOn] = useState(hasLetterKeys);
  const turn = (next: boolean) => {
    turnLetterKeys(next);
    setOn(next);
  };
  return (
    <>
      <div className={classes.sheet}>
        <KeyList
          title={m.keys_anywhere()}
          lines={[
            [searchKeys(), m.keys_search()],
            [['?'], m.keys_sheet()],
            [['Esc'], m.keys_close()],
          ]}
        />
        <KeyList
          title={m.keys_chart()}
          lines={[
            [['←', '→'], m.keys_chart_points()],
            [['↑', '↓'], m.keys_chart_series()],
            [['Shift', '←', '→'], m.keys_chart_mark()],
            [['Enter'], m.keys_chart_open()],
          ]}
        />
        <KeyList title={m.keys_go_bills()} lines={goPages(router, ['billing']).map(lineOf)} />
        <KeyList title={m.keys_go_contract()} lines={goPages(router, ['contract']).map(lineOf)} />
        <KeyList title={m.keys_go()} lines={goPages(router, ['home', 'avatar']).map(lineOf)} />
      </div>
      <div className={classes.switch}>
        <Checkbox
          label={m.keys_letters()}
          description={m.keys_letters_hint()}
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => turn(checked)}
        />
      </div>
    </>
  );
}

const lineOf = ({ goKey, label }: ReturnType<typeof goPages>[number]): KeyLine => [['g', goKey], label];

function KeyList({ title, lines }: { title: string; lines: readonly KeyLine[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {lines.map(([keys, effect]) => (
          <div key={effect}>
            <dt>{effect}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
