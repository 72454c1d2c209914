import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';

const config: UserConfig = defineConfig({
  root: import.meta.dirname,
  // Where the sandbox serves the files, apart from every path of the service's document.
  base: '/dashboard/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // No file becomes a data: address, and no script is needed before the first one: the page's policy forbids both.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What is bundled asks for its license to come along.
    license: { fileName: 'licenses.md' },
    target: ['chrome123', 'firefox125', 'safari17.5'],
  },
  server: { proxy: { '/_sandbox': 'http://127.0.0.1:4020' } },
});
export default config;
