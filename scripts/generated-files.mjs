// node ../../scripts/generated-files.mjs write|check: writes the generated files of the workspace in the working directory, or
// fails if one is stale. The workspace's generate/generated-files.ts returns them.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const { generatedFiles } = await import(pathToFileURL(resolve('generate/generated-files.ts')).href);
const isCheck = process.argv[2] === 'check';

for (const { url, text } of await generatedFiles()) {
  if (isCheck) await check(url, text);
  else await write(url, text);
}

async function check(url, text) {
  if ((await readFile(url, 'utf8').catch(() => '')) === text) return;
  console.error(`${relative('', fileURLToPath(url))} does not match its source. Run \`pnpm generate\`.`);
  process.exitCode = 1;
}

async function write(url, text) {
  await mkdir(new URL('.', url), { recursive: true });
  await writeFile(url, text);
}
