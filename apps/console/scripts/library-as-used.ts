import type { Plugin } from 'vite';

/** Files of the component library that do unneeded work before the first page, with their replacements. */
const replacements: readonly { readonly file: string; readonly code: string }[] = [
  {
    // For old versions of React, every field got a second id after its first render. So each page with a field rendered
    // twice, in the task that was to show it.
    file: '/@mantine/hooks/esm/use-id/use-id.mjs',
    code: `
      import { useId as useReactId } from 'react';
      export function useId(given) {
        const made = useReactId();
        return typeof given === 'string' ? given : made;
      }`,
  },
  {
    // The style sheet has the variables from the build (theme-variables.ts), but the library still computed all
    // defaults at each start.
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
  // Another version of the library may have moved a file, and would silently keep its own code.
  buildEnd(error) {
    if (error !== undefined) return;
    const loaded = [...this.getModuleIds()];
    const missing = replacements.find(({ file }) => !loaded.some((id) => id.endsWith(file)));
    if (missing !== undefined) this.error(`The component library has no ${missing.file}`);
  },
};
