import { createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core';

/** Verdigris, the one accent, for interactive elements. Shade 4 is for the dark theme, shade 8 for the light one. */
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
  // The library derives a filled button's text colour from the light theme's shade; ours is a token of each theme.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    const isOurs = input.color === undefined || input.color === 'verdigris' || input.color === 'red';
    return input.variant === 'filled' && isOurs ? { ...colors, color: 'var(--u-accent-ink)' } : colors;
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
