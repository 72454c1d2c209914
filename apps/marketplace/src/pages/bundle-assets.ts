import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

interface Assets {
  script: string;
  styles: string;
}

let bundled: Promise<Assets> | undefined;

/** Bundles the script and the stylesheet of all pages when the first shop starts; a real shop does it in its build. */
export function bundleAssets(): Promise<Assets> {
  bundled ??= bundle();
  return bundled;
}

async function bundle(): Promise<Assets> {
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
