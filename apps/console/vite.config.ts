import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { callsAsAsked, nothingUntold } from './scripts/calls-as-asked.ts';
import { chunkGroups, pageApart } from './scripts/chunk-groups.ts';
import { libraryAsUsed } from './scripts/library-as-used.ts';
import { compiledMessages, messageModules } from './scripts/messages.ts';
import { themeVariables } from './scripts/theme-variables.ts';

/** The server swaps `__NONCE__` for a fresh value in every index.html it sends, so styles made at run time pass the CSP. */
export default defineConfig({
  root: import.meta.dirname,
  html: { cspNonce: '__NONCE__' },
  plugins: [
    callsAsAsked,
    nothingUntold,
    libraryAsUsed,
    themeVariables,
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A page's placeholder is part of the frame, so that it shows before the page's own file is there.
      codeSplittingOptions: { splitBehavior: ({ routeId }) => (pageApart(routeId) ? [['component']] : []) },
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
    }),
    compiledMessages,
    messageModules,
    react(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The server names a page's files in the HTML, so that they load beside the frame and not after it.
    manifest: 'manifest.json',
    target: 'es2023',
    sourcemap: 'hidden',
    // All styles are 27 kB: five files would cost each page five requests.
    cssCodeSplit: false,
    // Every browser that the target means knows how to fetch a module ahead.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
    chunkSizeWarningLimit: 700,
    // A font or picture inlined as data: would need a looser CSP.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': 'http://localhost:8080' } },
});
