import { Modal } from '@mantine/core';
import * as m from '../../i18n/messages.gen.ts';
import classes from './palette.module.css';
import { PaletteSearch, type PaletteSearchProps } from './palette-search.tsx';

interface PaletteProps extends PaletteSearchProps {
  opened: boolean;
}

/** Finds pages, contracts, data clouds, statements, offers, people and actions by a few letters. */
export function Palette({ opened, ...search }: PaletteProps) {
  return (
    <Modal
      opened={opened}
      onClose={search.onClose}
      withCloseButton={false}
      padding={0}
      size={620}
      yOffset="12vh"
      classNames={{ content: classes.content }}
      attributes={{ content: { 'aria-label': m.palette_title() } }}
    >
      <PaletteSearch {...search} />
    </Modal>
  );
}
