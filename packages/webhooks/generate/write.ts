import { mkdir, writeFile } from 'node:fs/promises';
import { generatedFiles } from './generated-files.ts';

for (const { url, text } of await generatedFiles()) {
  await mkdir(new URL('.', url), { recursive: true });
  await writeFile(url, text);
}
