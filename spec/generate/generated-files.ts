import { openApiDocument } from '../src/document/load.ts';
import { factsSource } from './facts-source.ts';
import { postmanCollection } from './postman-collection.ts';
import { rulesPage } from './rules-page.ts';

const urlOf = (path: string): URL => new URL(`../${path}`, import.meta.url);

/** What is generated from the bundle and the rules. */
export async function generatedFiles(): Promise<{ url: URL; text: string }[]> {
  return [
    { url: urlOf('src/generated/facts.ts'), text: factsSource(openApiDocument) },
    { url: urlOf('rules.md'), text: rulesPage(openApiDocument) },
    { url: urlOf('collections/main-job.postman_collection.json'), text: postmanCollection() },
  ];
}
