import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';

const config: UserConfig = defineConfig({
  root: import.meta.dirname,
  // The path at which the sandbox serves the files. No path of the service's document begins with it.
  base: '/dashboard/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // No file becomes a data: address, and no inline script is needed, because the page's policy forbids both.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The bundled packages require their licences.
    license: { fileName: 'licenses.md' },
    // A build that a cache restores stands beside the one before, so this lists the files that belong to it.
    manifest: true,
    target: ['chrome123', 'firefox125', 'safari17.5'],
  },
  server: { proxy: { '/_sandbox': 'http://127.0.0.1:4020' } },
});
export default config;
