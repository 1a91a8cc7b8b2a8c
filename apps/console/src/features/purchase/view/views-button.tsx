import { Button } from '@mantine/core';
import type { Ref } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import classes from './views.module.css';

interface ViewsButtonProps {
  /** The name of the open view, if there is one. */
  name?: string | undefined;
  isChanged?: boolean;
  isOpen?: boolean;
  onClick: () => void;
  ref?: Ref<HTMLButtonElement>;
}

/** The button that opens the views. A long name is cut, but not the word that says that the view was changed. */
export function ViewsButton({ name, isChanged = false, isOpen = false, ...rest }: ViewsButtonProps) {
  return (
    <Button size="sm" variant="default" maw={280} aria-haspopup="dialog" aria-expanded={isOpen} {...rest}>
      <span className={classes.cut}>{name ?? m.cost_view_list()}</span>
      {isChanged && <span className={classes.changed}>{m.cost_view_changed()}</span>}
    </Button>
  );
}
