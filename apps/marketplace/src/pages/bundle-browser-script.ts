import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the script of all pages when the shop starts; a real shop does it in its build. */
export async function bundleBrowserScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../browser/shop.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
