import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the script and the stylesheet of all pages when the shop starts; a real shop does it in its build. */
export async function bundleAssets(): Promise<{ script: string; styles: string }> {
  const sources = [new URL('../browser/shop.ts', import.meta.url), new URL('styles.css', import.meta.url)];
  const entryPoints = sources.map((url) => fileURLToPath(url));
  const { outputFiles } = await build({
    entryPoints,
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    outdir: '.',
  });
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { script: textOf('.js'), styles: textOf('.css') };
}
