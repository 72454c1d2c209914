// node import-into-bruno.mjs FILE FOLDER: converts a Postman collection to a Bruno folder, as Bruno's import does.
import { mkdirSync, readFileSync } from 'node:fs';
import collections from '@usebruno/cli/src/utils/collection.js';
import { postmanToBruno } from '@usebruno/converters';

const [, , file, folder] = process.argv;
const { collection } = await postmanToBruno(JSON.parse(readFileSync(file, 'utf8')));
mkdirSync(folder);
await collections.createCollectionFromBrunoObject(collection, folder, { format: 'bru' });
