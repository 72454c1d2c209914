import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { generatedFiles } from './generated-files.ts';

for (const { url, text } of await generatedFiles()) {
  if ((await readFile(url, 'utf8').catch(() => '')) !== text) {
    console.error(`${basename(url.pathname)} does not match the document. Run \`pnpm generate\`.`);
    process.exitCode = 1;
  }
}
