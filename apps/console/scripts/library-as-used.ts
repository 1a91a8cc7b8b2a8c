import type { Plugin } from 'vite';

/** Files of the component library that do before the first page what nobody here needs, and what takes their place. */
const replacements: readonly { readonly file: string; readonly code: string }[] = [
  {
    // Every field got one id as it was drawn and another once it stood, for servers that draw with an older React. So each
    // page with a field was drawn twice, and asked for what it shows, in the very task that was to put it on the screen.
    file: '/@mantine/hooks/esm/use-id/use-id.mjs',
    code: `
      import { useId as useReactId } from 'react';
      export function useId(given) {
        const made = useReactId();
        return typeof given === 'string' ? given : made;
      }`,
  },
  {
    // The sheet has the variables from the build (theme-variables.ts), and still all defaults were reckoned at each start.
    file: '/@mantine/core/esm/core/MantineProvider/MantineCssVariables/MantineCssVariables.mjs',
    code: 'export const MantineCssVariables = () => null;',
  },
];

export const libraryAsUsed: Plugin = {
  name: 'library-as-used',
  apply: 'build',
  load: {
    filter: { id: replacements.map(({ file }) => new RegExp(`${file.replaceAll('.', String.raw`\.`)}$`)) },
    handler: (id) => replacements.find(({ file }) => id.endsWith(file))?.code,
  },
  // A file that another version of the library has elsewhere would quietly be as it was.
  buildEnd(error) {
    if (error !== undefined) return;
    const loaded = [...this.getModuleIds()];
    const missing = replacements.find(({ file }) => !loaded.some((id) => id.endsWith(file)));
    if (missing !== undefined) this.error(`The component library has no ${missing.file} any more`);
  },
};
