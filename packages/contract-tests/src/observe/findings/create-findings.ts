import { type OpenApiDocument, openApiDocument } from '@escrow-kit/spec';
import type { KeptExchange } from '../kept-exchange.ts';
import { withoutAlternatives } from '../pointer-step.ts';
import { createFieldTallies } from './field-tallies.ts';
import { createEventTallies } from './find-events.ts';
import { findFields } from './find-fields.ts';
import { createHeaderTallies } from './find-headers.ts';
import { findNotSeen } from './find-not-seen.ts';
import { createOperationTallies } from './find-operations.ts';
import { createParameterTallies } from './find-parameters.ts';
import { createRequiredHeaderTallies } from './find-required-headers.ts';
import { createRetryTallies } from './find-retries.ts';
import { createSignatureTallies } from './find-signature.ts';
import { createStatusTallies } from './find-statuses.ts';
import { createTokenTallies } from './find-tokens.ts';
import { createUnitTallies } from './find-units.ts';
import { createViolationTallies } from './find-violations.ts';
import { type Finding, parts } from './finding.ts';
import { mergeRenamed } from './merge-renamed.ts';
import { mergeUnits } from './merge-units.ts';
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
  const fields = createFieldTallies(places);
  const violations = createViolationTallies(places);
  const statuses = createStatusTallies(places);
  const operations = createOperationTallies();
  const headers = createHeaderTallies(places);
  const requiredHeaders = createRequiredHeaderTallies(places, document);
  const parameters = createParameterTallies(places);
  const tokens = createTokenTallies(document);
  const units = createUnitTallies(places, document['x-amount-unit'] ?? 'major');
  const webhooks = [...places.operations.values()]
    .filter(({ isWebhook }) => isWebhook)
    .map((operation) => ({
      id: operation.id,
      events: createEventTallies(operation, { states: document['x-milestone-states'], places }),
      retries: createRetryTallies(operation),
      signature: createSignatureTallies(operation),
    }));
  const tallies = [
    fields,
    violations,
    statuses,
    operations,
    headers,
    requiredHeaders,
    parameters,
    tokens,
    units,
    ...webhooks.flatMap(({ events, retries, signature }) => [events, retries, signature]),
  ];
  const observed = createSighting();
  const order = [...places.operations.keys()];

  const listSeen = (): Finding[] => {
    const [state = ''] = document['x-milestone-states'];
    const first = findFirstState(fields, places, state);
    const seen = [
      ...nameAlternatives(
        nameFirstState(violations.list({ fields, replaced: statuses.replaced }), { places, state, first }),
        { fields, places },
      ),
      ...operations.list(),
      ...statuses.list(),
      ...findFields(fields.messages(), places),
      ...units.list(),
      ...parameters.list(),
      ...headers.list(),
      ...requiredHeaders.list(),
      ...tokens.list(),
      ...webhooks.flatMap(({ events, retries, signature }) => [
        ...signature.list(),
        ...events.list(first),
        ...retries.list(),
      ]),
    ];
    return claimLogins(withoutRepeatedSignature(mergeUnits(mergeRenamed(seen, places))));
  };

  return {
    add: (exchange, run = '') => {
      sight(observed, { at: exchange.at });
      for (const tally of tallies) tally.add(exchange, run);
    },
    observed: () => ({ ...observed }),
    list: () => {
      const seen = listSeen();
      const notSeen = findNotSeen(places, {
        hasAnswer: statuses.has,
        hasFinding: (operation, message, pointer) =>
          seen.some(
            (one) =>
              one.operation === operation &&
              one.message === message &&
              one.pointer !== undefined &&
              withoutAlternatives(one.pointer).startsWith(pointer),
          ),
        hasEvents: (id, status) =>
          webhooks.some(
            ({ id: own, events }) =>
              own === id && (status === undefined ? events.statuses().length > 0 : events.statuses().includes(status)),
          ),
      });
      const rankOf = ({ operation = '' }: Finding): number => {
        const index = order.indexOf(operation);
        return index === -1 ? order.length : index;
      };
      return [...seen, ...notSeen].toSorted(
        (one, other) => parts.indexOf(one.part) - parts.indexOf(other.part) || rankOf(one) - rankOf(other),
      );
    },
  };
}

/** A login that was seen once or twice is claimed if calls with its tokens are: those show as well that it is there. */
function claimLogins(findings: Finding[]): Finding[] {
  const logins = new Set(
    findings
      .filter(({ learned, certainty }) => learned?.kind === 'token source' && certainty !== 'seen')
      .map(({ operation }) => operation),
  );
  const isLogin = ({ subject, operation, certainty }: Finding): boolean =>
    subject === 'operation' && certainty === 'seen' && logins.has(operation);
  return findings.map((finding) =>
    isLogin(finding)
      ? {
          ...finding,
          text: `${finding.text.replace(/\.$/, '')}, and takes the tokens that it gives.`,
          certainty: 'likely',
        }
      : finding,
  );
}

/** Where signatures have another form, or are none, it is told once: no value of them can be right. */
function withoutRepeatedSignature(findings: Finding[]): Finding[] {
  const isOtherForm = findings.some(({ subject }) => subject === 'signature');
  return isOtherForm ? findings.filter(({ rule, subject }) => rule !== 'HOOK-2' || subject !== 'header') : findings;
}
