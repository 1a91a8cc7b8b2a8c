import { useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { lateDialog } from '../../ui/feedback/dialog/late-dialog.tsx';
import { IconSearch } from '../../ui/icon/icons.tsx';
import { Late } from '../../ui/late/late.ts';
import { isSearchKey, searchKeys } from '../keys/search-keys.ts';
import { rememberContract } from '../menu/current-contract.ts';
import classes from './palette-button.module.css';

const Palette = lateDialog(async () => (await import('./palette.late.tsx')).Palette, 'opened');
const KeysDialog = lateDialog(async () => (await import('../keys/keys-dialog.late.tsx')).KeysDialog, 'opened');
const followKey = new Late(async () => (await import('../keys/follow-key.late.ts')).followKey);

/** The button of the palette, and the keys that work on every page. */
export function PaletteButton() {
  const router = useRouter();
  const [opened, setOpened] = useState<'palette' | 'keys'>();
  const [typed, setTyped] = useState('');
  const [isEntered, setEntered] = useState(false);
  const { contractId } = useParams({ strict: false });
  const openKeys = () => setOpened('keys');
  const close = () => {
    setOpened(undefined);
    setTyped('');
    setEntered(false);
  };
  useEffect(() => {
    if (contractId !== undefined) rememberContract(contractId);
  }, [contractId]);
  useEffect(() => {
    const leave = new AbortController();
    const press = (event: KeyboardEvent) => {
      if (isSearchKey(event)) {
        // The browser would open its own search.
        event.preventDefault();
        if (document.querySelector('[role=dialog]') === null) setOpened('palette');
      } else if (opened === 'palette') {
        // The field may still be on its way; nothing typed before it has the focus is lost.
        if (!isForField(event)) return;
        event.preventDefault();
        if (event.key === 'Enter') setEntered(true);
        else setTyped((letters) => letters + event.key);
      } else {
        followKey.bring().then(
          (follow) => follow(event, router, () => setOpened('keys')),
          // The next key loads it again.
          () => undefined,
        );
      }
    };
    addEventListener('keydown', press, { signal: leave.signal });
    return () => leave.abort();
  }, [router, opened]);
  return (
    <>
      <button type="button" className={classes.search} aria-haspopup="dialog" onClick={() => setOpened('palette')}>
        <IconSearch size={17} stroke={1.6} aria-hidden="true" />
        <span>{m.palette_open()}</span>
        <small aria-hidden="true">{searchKeys().join(' ')}</small>
      </button>
      <Palette
        opened={opened === 'palette'}
        {...{ typed, isEntered }}
        onType={setTyped}
        onEnter={setEntered}
        onClose={close}
        onKeys={openKeys}
      />
      <KeysDialog opened={opened === 'keys'} onClose={close} />
    </>
  );
}

function isForField({ key, target, repeat, isComposing, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  // A key that is held down has opened the palette, and chooses nothing in it.
  const isChoosing = key === 'Enter' && !repeat && document.querySelector('[role=dialog]') !== null;
  const isTyped = (key.length === 1 || isChoosing) && !isComposing && !ctrlKey && !metaKey && !altKey;
  return isTyped && !(target instanceof Element && target.closest('[role=dialog]') !== null);
}
