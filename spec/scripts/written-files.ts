import { openApiDocument } from '../src/document/document.ts';
import { postmanCollection } from './collections/postman-collection.ts';
import { shellScript } from './collections/shell-script.ts';
import { factsSource } from './facts-source.ts';
import { rulesPage } from './rules-page.ts';
import { schemaTypes } from './schema-types.ts';

/** The files that are generated from the bundle and the rules, with their content. */
export async function writtenFiles(): Promise<{ path: string; text: string }[]> {
  return [
    { path: 'src/generated/facts.ts', text: factsSource(openApiDocument) },
    { path: 'src/generated/schema.ts', text: await schemaTypes(openApiDocument) },
    { path: 'rules.md', text: rulesPage(openApiDocument) },
    { path: 'collections/main-job.postman_collection.json', text: postmanCollection() },
    { path: 'collections/main-job.sh', text: shellScript() },
  ];
}
