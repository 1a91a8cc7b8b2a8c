// Runs before the first paint, so that a reader of the light theme never sees a dark flash (and the other way round).
document.documentElement.setAttribute(
  'data-mantine-color-scheme',
  localStorage.getItem('mantine-color-scheme-value') === 'light' ? 'light' : 'dark',
);
