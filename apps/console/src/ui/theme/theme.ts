import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/** Verdigris, the one accent: what can be acted on. Shade 4 carries the dark theme, shade 8 the light one. */
const verdigris: MantineColorsTuple = [
  '#e2efea',
  '#c5e4dc',
  '#a2d9ce',
  '#7ad3c6',
  '#62c6b8',
  '#3fa99b',
  '#24897c',
  '#15776b',
  '#0d6a60',
  '#0a574f',
];

const graphite: MantineColorsTuple = [
  '#e6e4dc',
  '#c8c6bd',
  '#a5a399',
  '#75736a',
  '#3d3c37',
  '#2f2e2a',
  '#232320',
  '#1b1b19',
  '#161614',
  '#10100f',
];

const paper: MantineColorsTuple = [
  '#f5f3ec',
  '#f0ede4',
  '#e8e4d9',
  '#e4e0d5',
  '#d2cdbf',
  '#8b8779',
  '#746f62',
  '#635f54',
  '#45423a',
  '#2a2822',
];

export const theme = createTheme({
  primaryColor: 'verdigris',
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  // The library reckons the ink of a filled button from the light theme's shade; ours is a token of each theme.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    const isAccent = input.color === undefined || input.color === 'verdigris';
    return input.variant === 'filled' && isAccent ? { ...colors, color: 'var(--u-accent-ink)' } : colors;
  },
  white: '#fffefb',
  black: '#171611',
  colors: { verdigris, dark: graphite, gray: paper },
  fontFamily: 'var(--u-font)',
  fontFamilyMonospace: 'var(--u-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  headings: {
    fontFamily: 'var(--u-font)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '40px' },
  radius: { xs: '3px', sm: '5px', md: '6px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  shadows: {
    xs: 'none',
    sm: 'none',
    md: 'var(--u-float)',
    lg: 'var(--u-float)',
    xl: 'var(--u-float)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
});

/** Mantine's own names, answered with our tokens. Both schemes take the same map because the tokens themselves switch. */
export const resolveCssVariables: CSSVariablesResolver = () => {
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
