import { type MantineThemeOverride, mergeThemeOverrides } from '@mantine/core';
import * as m from '../../i18n/messages.gen.ts';
import classes from './components.module.css';
import { LoadableButton } from './loadable-button.tsx';
import { theme } from './theme.ts';

/**
 * Returns the theme with its texts, for the current language, because accessible labels follow it too. Components are
 * named, not imported, so that the first page loads only those that it shows.
 */
export function themeFor(): MantineThemeOverride {
  const close = { closeButtonProps: { 'aria-label': m.ui_close() } };
  const quick = { transitionProps: { duration: 120 } };
  return mergeThemeOverrides(theme, {
    components: {
      Modal: {
        defaultProps: {
          ...close,
          ...quick,
          attributes: { header: { role: 'presentation' } },
          overlayProps: { backgroundOpacity: 1, color: 'var(--u-veil)' },
        },
        classNames: { content: classes.panel, header: classes.panelHeader, title: classes.panelTitle },
      },
      Drawer: {
        defaultProps: {
          ...close,
          attributes: { header: { role: 'presentation' } },
          overlayProps: { backgroundOpacity: 1, color: 'var(--u-veil)' },
        },
        classNames: { content: classes.panel, header: classes.panelHeader, title: classes.panelTitle },
      },
      Notification: { defaultProps: close },
      Popover: { defaultProps: { ...quick, shadow: 'md' }, classNames: { dropdown: classes.floating } },
      Menu: {
        defaultProps: { ...quick, shadow: 'md', withInitialFocusPlaceholder: false },
        classNames: { dropdown: classes.floating, item: classes.item },
      },
      Checkbox: { defaultProps: { size: 'md' }, classNames: { label: classes.checkLabel, input: classes.checkBox } },
      InputWrapper: {
        classNames: { label: classes.fieldLabel, description: classes.fieldHint, error: classes.fieldError },
      },
      Input: { classNames: { input: classes.input } },
      Button: { defaultProps: { component: LoadableButton }, classNames: { root: classes.button } },
    },
  });
}
