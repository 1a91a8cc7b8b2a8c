import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { resolveCssVariables, theme } from '../src/ui/theme/theme.ts';

const name = 'virtual:theme-variables.css';
// The colours that a component can be asked for here; of the others nobody sees a shade.
const colours = new Set(['dark', 'gray', 'red', 'yellow', 'green', 'blue', 'teal', 'verdigris']);

/**
 * What the library would reckon from the theme before each first page, and hand the browser as a second sheet: reckoned
 * here once, and part of the first.
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
  return convertCssVariables(deepMerge(defaultCssVariablesResolver(used), resolveCssVariables(used)));
}
