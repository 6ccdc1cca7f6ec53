import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: 'es2022',
    // The content security policy forbids inline code.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    // Requests other than pages go to a running `npm start`.
    proxy: Object.fromEntries(
      ['/graphql', '/session', '/exports', '/uploads', '/email-frame'].map((path) => [path, 'http://127.0.0.1:4001']),
    ),
  },
});
