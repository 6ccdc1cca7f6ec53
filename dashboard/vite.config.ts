import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // The product's root has another React, for its explorer.
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    target: 'es2022',
    // The policy allows nothing inline.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    // `npm start` beside it answers what is no page.
    proxy: Object.fromEntries(
      ['/graphql', '/session', '/exports', '/email-frame'].map((path) => [path, 'http://127.0.0.1:4001']),
    ),
  },
});
