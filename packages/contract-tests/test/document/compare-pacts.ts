import { readFileSync } from 'node:fs';
import type { OpenApiDocument } from '@escrow-kit/spec';
import * as comparatorModule from '@pactflow/openapi-pact-comparator';
import { listPactFiles } from '../../src/pact-files.ts';
import type { PactInteraction } from '../pacts/read-interactions.ts';
import { type AsyncApiDocument, toAsyncApi } from './async-api.ts';

/** What the comparator says, with what led to it. */
interface ComparatorResult {
  type: 'error' | 'warning' | 'info';
  code: string;
  message: string;
  mockDetails?: { interactionDescription?: string | null };
  causes?: ComparatorResult[];
}

type CreateComparator = new (documents: {
  oas: OpenApiDocument;
  asyncapi: AsyncApiDocument;
}) => { compare(pact: unknown): AsyncIterable<ComparatorResult> };

// The package's declarations import each other without endings, which TypeScript can't follow from an ES module.
const { Comparator } = comparatorModule as unknown as { Comparator: CreateComparator };

/** A pact, of which only the interactions are read here. */
interface ComparedPact {
  interactions: PactInteraction[];
}

/** What the comparator objects to. */
export interface Objection {
  code: string;
  message: string;
  /** The interaction. */
  description: string;
}

const pacts = listPactFiles().map((file) => JSON.parse(readFileSync(file, 'utf8')) as ComparedPact);

/** Compares the pacts, or those of their interactions that are wanted, with a document and returns what does not fit. */
export async function comparePacts(
  document: OpenApiDocument,
  isWanted: (interaction: PactInteraction) => boolean = () => true,
): Promise<Objection[]> {
  // It changes the documents that it is given.
  const own = structuredClone(document);
  const comparator = new Comparator({ oas: own, asyncapi: toAsyncApi(own) });
  const objections: Objection[] = [];
  for (const { interactions, ...parts } of pacts) {
    const pact = { ...parts, interactions: interactions.filter(isWanted) };
    for await (const { type, code, message, mockDetails, causes = [] } of comparator.compare(pact)) {
      if (type !== 'error') continue;
      const messages = [message, ...causes.map((cause) => cause.message)];
      objections.push({ code, message: messages.join(' '), description: mockDetails?.interactionDescription ?? '' });
    }
  }
  return objections;
}
