import { type OpenApiDocument, openApiDocument } from '@escrow-kit/spec';
import type { KeptExchange } from '../kept-exchange.ts';
import { createFieldTallies } from './field-tallies.ts';
import { createEventFinder } from './find-events.ts';
import { findFields } from './find-fields.ts';
import { createHeaderFinder } from './find-headers.ts';
import { findNotSeen } from './find-not-seen.ts';
import { createOperationFinder } from './find-operations.ts';
import { createParameterFinder } from './find-parameters.ts';
import { createRequiredHeaderFinder } from './find-required-headers.ts';
import { createRetryFinder } from './find-retries.ts';
import { createSignatureFinder } from './find-signature.ts';
import { createStatusFinder } from './find-statuses.ts';
import { createTokenFinder } from './find-tokens.ts';
import { createUnitFinder } from './find-units.ts';
import { createViolationFinder } from './find-violations.ts';
import { type Finder, type Finding, parts } from './finding.ts';
import { mergeFindings } from './merge-findings.ts';
import { nameAlternatives } from './name-alternatives.ts';
import { findFirstState, nameFirstState } from './place-states.ts';
import { readSchemaPlaces } from './schema-places.ts';
import { createSighting, type Sighting, sight } from './sighting.ts';

/**
 * Learns from exchanges, one by one, in bounded memory however many there are. In which order they come decides nothing. Of tokens,
 * events and milestones it follows 2,000 each.
 */
export interface Findings {
  /** Adds an exchange. `run` is where it was seen: labels of tokens and events are the same only within a run. Default: one run. */
  add(exchange: KeptExchange, run?: string): void;
  /** How many exchanges were added, and when the first and the last of them began. */
  observed(): Sighting;
  /** What was learned so far, by part, then by operation as the document has them. */
  list(): Finding[];
}

/** Creates findings of nothing. `document` is what exchanges were held against; default: the one of this process. */
export function createFindings(document: OpenApiDocument = openApiDocument): Findings {
  const places = readSchemaPlaces(document);
  const states = document['x-milestone-states'];
  const fields = createFieldTallies(places);
  const statuses = createStatusFinder(places);
  const first = (): string | undefined => findFirstState(fields, places, `${states[0]}`);
  const webhooks = [...places.operations.values()].filter(({ isWebhook }) => isWebhook);
  const finders: Finder[] = [
    createViolationFinder({ fields, places, replaced: statuses.replaced }),
    createOperationFinder(),
    statuses,
    { add: fields.add, list: () => findFields(fields.messages(), places) },
    createUnitFinder(places, document['x-amount-unit'] ?? 'major'),
    createParameterFinder(places),
    createHeaderFinder(places),
    createRequiredHeaderFinder(places, document),
    createTokenFinder(document),
    ...webhooks.flatMap((webhook) => [
      createSignatureFinder(webhook),
      createEventFinder(webhook, { states, places, first }),
      createRetryFinder(webhook),
    ]),
  ];
  const observed = createSighting();
  const order = [...places.operations.keys()];
  const rankOf = ({ operation = '' }: Finding): number => {
    const index = order.indexOf(operation);
    return index === -1 ? order.length : index;
  };

  return {
    add: (exchange, run = '') => {
      sight(observed, { at: exchange.at });
      for (const finder of finders) finder.add(exchange, run);
    },
    observed: () => ({ ...observed }),
    list: () => {
      const found = finders.flatMap((finder) => finder.list());
      const withStates = nameFirstState(found, { places, state: `${states[0]}`, first: first() });
      const findings = mergeFindings(nameAlternatives(withStates, { fields, places }), places);
      const notSeen = findNotSeen({ places, messages: fields.messages(), findings });
      return [...findings, ...notSeen].toSorted(
        (one, other) => parts.indexOf(one.part) - parts.indexOf(other.part) || rankOf(one) - rankOf(other),
      );
    },
  };
}
