import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { writtenFiles } from './written-files.ts';

for (const { path, text } of await writtenFiles()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
