import { writeFile } from 'node:fs/promises';
import { createServiceSignatureVectors } from './service-signature.ts';
import { createStandardWebhooksVectors } from './standard-webhooks.ts';

/** The published vectors, by the names of their files. */
export const createVectorFiles = (): Record<string, object> => ({
  'service-signature.json': createServiceSignatureVectors(),
  'standard-webhooks.json': createStandardWebhooksVectors(),
});

if (import.meta.main) {
  for (const [name, content] of Object.entries(createVectorFiles())) {
    await writeFile(new URL(`../../vectors/${name}`, import.meta.url), `${JSON.stringify(content, null, 2)}\n`);
  }
}
