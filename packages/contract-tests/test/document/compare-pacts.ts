import { readFileSync } from 'node:fs';
import type { OpenApiDocument } from '@escrow-kit/spec';
import * as comparatorModule from '@pactflow/openapi-pact-comparator';
import { listPactFiles } from '../../src/pacts/pact-files.ts';
import type { PactInteraction } from '../pacts/read-interactions.ts';
import { type AsyncApiDocument, toAsyncApi } from './async-api.ts';

/** The comparator's result. */
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

// The package's declarations import each other without file extensions, which TypeScript can't resolve from an ES module.
const { Comparator } = comparatorModule as unknown as { Comparator: CreateComparator };

/** The part of a pact that is read here. */
interface ComparedPact {
  interactions: PactInteraction[];
}

/** An objection of the comparator. */
export interface Objection {
  code: string;
  message: string;
  /** The interaction. */
  description: string;
}

const pacts = listPactFiles().map((file) => JSON.parse(readFileSync(file, 'utf8')) as ComparedPact);

/** Compares the pacts, or only the wanted interactions, with a document and returns the objections. */
export async function comparePacts(
  document: OpenApiDocument,
  isWanted: (interaction: PactInteraction) => boolean = () => true,
): Promise<Objection[]> {
  // The comparator changes its input.
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
