import { readFile } from 'node:fs/promises';
import { generatedFile } from './generated-file.ts';

const { url, text } = generatedFile();
if ((await readFile(url, 'utf8').catch(() => '')) !== text) {
  console.error('src/generated/contract-event.ts does not match the document. Run `pnpm generate`.');
  process.exitCode = 1;
}
