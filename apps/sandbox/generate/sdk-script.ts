import { readFile } from 'node:fs/promises';
import { build, type Plugin, transform } from 'esbuild';

/** What every browser of the last years runs. `sdk/tsconfig.json` checks against the same. */
const target = 'es2022';

/** Builds the script that shows the checkout on a shop's page: one minified file without dependencies. */
export async function buildSdkScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${import.meta.dirname}/../sdk/payment-display.ts`],
    plugins: [cssAsText],
    bundle: true,
    minify: true,
    format: 'iife',
    target,
    charset: 'utf8',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

const cssAsText: Plugin = {
  name: 'css-as-text',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true });
      return { contents: code.trim(), loader: 'text' };
    });
  },
};
