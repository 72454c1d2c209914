import { openApiDocument, rules } from '@escrow-kit/spec';
import { createRequestValidator } from '@escrow-kit/spec/validate';
import { equal } from './shared.js';

/** The document, its rules and its validator. */
export async function run() {
  equal(openApiDocument.openapi.startsWith('3.0') && 'PARTY-3' in rules, true);
  equal(createRequestValidator('linkUser')({})[0].rule, 'UAPI-1');
}
