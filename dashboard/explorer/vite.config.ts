import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The GraphQL explorer as one script and one style sheet, which gateway/explorer serves. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../dist/explorer',
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'explorer.tsx',
      output: { codeSplitting: false, entryFileNames: 'explorer.js', assetFileNames: 'explorer.[ext]' },
    },
  },
});
