import { mkdirSync, writeFileSync } from 'node:fs';
import document from '../openapi.bundle.json' with { type: 'json' };
import { controlTypes, typesFile } from './control-types.ts';

mkdirSync(new URL('.', typesFile), { recursive: true });
writeFileSync(typesFile, await controlTypes(document));
