import {
  type CSSVariablesResolver,
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { theme } from '../src/ui/theme/theme.ts';

const name = 'virtual:theme-variables.css';
// The colours that components here use; shades of other colours never show.
const colours = new Set(['dark', 'gray', 'red', 'yellow', 'green', 'blue', 'teal', 'verdigris']);

/**
 * Computes the library's theme variables at build and adds them to the first style sheet. The library would compute
 * them before each first page and add a second sheet.
 */
export const themeVariables: Plugin = {
  name: 'theme-variables',
  resolveId: (id) => (id === name ? `\0${name}` : undefined),
  load: (id) => (id === `\0${name}` ? sheet() : undefined),
};

function sheet(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const colors = Object.fromEntries(Object.entries(whole.colors).filter(([colour]) => colours.has(colour)));
  const used = { ...whole, colors: colors as typeof whole.colors };
  return convertCssVariables(deepMerge(defaultCssVariablesResolver(used), ownNames(used)));
}

/** Maps Mantine's variables to our tokens. Both schemes use the same map because the tokens themselves switch. */
const ownNames: CSSVariablesResolver = () => {
  const roles = {
    '--mantine-color-body': 'var(--u-ground)',
    '--mantine-color-text': 'var(--u-text)',
    '--mantine-color-bright': 'var(--u-strong)',
    '--mantine-color-dimmed': 'var(--u-quiet)',
    '--mantine-color-placeholder': 'var(--u-quiet)',
    '--mantine-color-anchor': 'var(--u-accent)',
    '--mantine-color-error': 'var(--u-bad)',
    '--mantine-color-success': 'var(--u-good)',
    '--mantine-color-default': 'var(--u-surface)',
    '--mantine-color-default-hover': 'var(--u-hover)',
    '--mantine-color-default-color': 'var(--u-text)',
    '--mantine-color-default-border': 'var(--u-hairline-strong)',
    '--mantine-color-disabled': 'var(--u-hover)',
    '--mantine-color-disabled-color': 'var(--u-quiet)',
    '--mantine-color-disabled-border': 'var(--u-hairline)',
    '--mantine-primary-color-contrast': 'var(--u-accent-ink)',
    '--mantine-color-verdigris-text': 'var(--u-accent)',
    '--mantine-color-verdigris-filled': 'var(--u-accent)',
    '--mantine-color-verdigris-filled-hover': 'var(--u-accent-hover)',
    '--mantine-color-verdigris-light': 'var(--u-accent-wash)',
    '--mantine-color-verdigris-light-hover': 'var(--u-pressed)',
    '--mantine-color-verdigris-light-color': 'var(--u-accent)',
    '--mantine-color-verdigris-outline': 'var(--u-accent)',
    '--mantine-color-red-filled': 'var(--u-bad)',
    '--mantine-color-red-light': 'var(--u-bad-wash)',
    '--mantine-color-red-light-color': 'var(--u-bad)',
    '--mantine-color-red-text': 'var(--u-bad)',
    '--mantine-color-yellow-light': 'var(--u-warn-wash)',
    '--mantine-color-yellow-light-color': 'var(--u-warn)',
    '--mantine-color-yellow-text': 'var(--u-warn)',
    '--mantine-color-green-light': 'var(--u-good-wash)',
    '--mantine-color-green-light-color': 'var(--u-good)',
    '--mantine-color-green-text': 'var(--u-good)',
    '--mantine-color-blue-light': 'var(--u-info-wash)',
    '--mantine-color-blue-light-color': 'var(--u-info)',
    '--mantine-color-blue-text': 'var(--u-info)',
  };
  return { variables: {}, light: roles, dark: roles };
};
