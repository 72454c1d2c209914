// Writes the generated files of the workspace in the working directory; its generate/generated-files.ts returns them.
import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const { generatedFiles } = await import(pathToFileURL(resolve('generate/generated-files.ts')).href);

for (const { url, text } of await generatedFiles()) {
  await mkdir(new URL('.', url), { recursive: true });
  await writeFile(url, text);
}
