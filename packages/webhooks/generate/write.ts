import { mkdir, writeFile } from 'node:fs/promises';
import { generatedFile } from './generated-file.ts';

const { url, text } = generatedFile();
await mkdir(new URL('.', url), { recursive: true });
await writeFile(url, text);
