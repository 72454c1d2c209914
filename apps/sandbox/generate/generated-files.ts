import { astToString, openapiTypescript } from '@escrow-kit/schema-types';
import { openApiDocument } from '@escrow-kit/spec';
import { buildSdkScript } from './sdk-script.ts';

type Source = Parameters<typeof openapiTypescript>[0];

const banner = (source: string) => `// Generated from ${source} by \`pnpm generate\`. Not to be edited.\n\n`;

/** The generated files of the sandbox: their URLs and texts, from the present sources. */
export async function generatedFiles(): Promise<{ url: URL; text: string }[]> {
  const folder = new URL('../src/generated/', import.meta.url);
  const service = await schemaTypes(openApiDocument as unknown as Source);
  return [
    { url: new URL('service.ts', folder), text: banner('spec/openapi.bundle.json') + service },
    { url: new URL('payment-display.ts', folder), text: banner('sdk/') + toConstant(await buildSdkScript()) },
  ];
}

async function schemaTypes(document: Source): Promise<string> {
  const nodes = await openapiTypescript(document, { defaultNonNullable: false, emptyObjectsUnknown: true });
  return astToString(nodes);
}

function toConstant(script: string): string {
  return `/** The script of \`sdk/\`, minified. */\nexport const paymentDisplayScript: string = ${JSON.stringify(script)};\n`;
}
