import { readFile } from 'node:fs/promises';
import { build, type Plugin, transform } from 'esbuild';

/** What every browser of the last years runs. `sdk/tsconfig.json` checks against the same. */
const target = 'es2022';

/** The generated file of the sandbox, from the present sources: the script that shows the checkout on a shop's page. */
export async function generatedFiles(): Promise<{ url: URL; text: string }[]> {
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
  const script = JSON.stringify(outputFiles[0]?.text ?? '');
  const text = `// Generated from sdk/ by \`pnpm generate\`. Not to be edited.

/** The script of \`sdk/\`, minified. */
export const paymentDisplayScript: string = ${script};
`;
  return [{ url: new URL('../src/generated/payment-display.ts', import.meta.url), text }];
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
