import { Modal } from '@mantine/core';
import * as m from '../../i18n/messages.gen.ts';
import classes from './palette.module.css';
import { PaletteSearch } from './palette-search.tsx';

interface PaletteProps {
  opened: boolean;
  onClose: () => void;
  /** Opens the list of keys. */
  onKeys: () => void;
}

/** Finds pages, contracts, data clouds, statements, offers, people and actions by a few letters. */
export function Palette({ opened, onClose, onKeys }: PaletteProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={620}
      yOffset="12vh"
      classNames={{ content: classes.content }}
      attributes={{ content: { 'aria-label': m.palette_title() } }}
    >
      <PaletteSearch onClose={onClose} onKeys={onKeys} />
    </Modal>
  );
}
