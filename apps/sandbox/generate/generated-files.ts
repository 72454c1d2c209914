import { buildSdkScript } from './sdk-script.ts';

/** The generated file of the sandbox, from the present sources. */
export async function generatedFiles(): Promise<{ url: URL; text: string }[]> {
  const script = JSON.stringify(await buildSdkScript());
  const text = `// Generated from sdk/ by \`pnpm generate\`. Not to be edited.

/** The script of \`sdk/\`, minified. */
export const paymentDisplayScript: string = ${script};
`;
  return [{ url: new URL('../src/generated/payment-display.ts', import.meta.url), text }];
}
