import { statusOfWrongValue } from '@escrow-kit/spec';
import type { KeptExchange } from '../kept-exchange.ts';
import { certaintyOf, type Finding } from './finding.ts';
import { refusingRuleOf } from './refusing-rule.ts';
import { createSample } from './sample.ts';
import { isOpen, isSuccess, type OperationPlace, responseOf, type SchemaPlaces } from './schema-places.ts';
import { createSighting, increase, type Sighting, sight, type Tally } from './sighting.ts';

/** Keeps which statuses each operation answers with. */
export interface StatusTallies {
  add(exchange: KeptExchange): void;
  /** Whether an operation was answered, with this status if it is given. */
  has(operation: string, status?: number | 'success'): boolean;
  /** The status by which the document has wrong values refused, if this one alone came in its place. */
  replaced(operation: string, status: number): string | undefined;
  list(): Finding[];
}

interface StatusTally extends Sighting {
  /** The rules that refused requests break, of those that break one. */
  rules: Tally;
  /** How many of the answers contradict by their status, which is told already. */
  blamed: Sighting;
}

/** An operation has few statuses; a hostile service has at most 900. */
const mostStatuses = 5000;

/** Creates empty tallies. */
export function createStatusTallies(places: SchemaPlaces): StatusTallies {
  const seen = createSample<StatusTally>(mostStatuses, () => ({
    ...createSighting(),
    rules: {},
    blamed: createSighting(),
  }));
  const keyOf = (operation: string, status: number): string => `${operation} ${status}`;
  const ofOperation = (operation: string) =>
    seen.entries().flatMap(([key, tally]) => {
      const [own, status] = key.split(' ');
      return own === operation ? [{ status: Number(status), tally }] : [];
    });
  return {
    add: (exchange) => {
      const { kind, operation, status, violations } = exchange;
      if (kind === 'event' || operation === undefined || status === undefined) return;
      const tally = seen.get(keyOf(operation, status));
      if (!tally) return;
      sight(tally, exchange);
      if (violations.some((one) => one.part === 'response' && one.at.startsWith('status')))
        sight(tally.blamed, exchange);
      const rule = refusingRuleOf(exchange);
      if (rule !== undefined) increase(tally.rules, rule);
    },
    has: (operation, status) =>
      ofOperation(operation).some(
        (one) => status === undefined || (status === 'success' ? isSuccess(one.status) : one.status === status),
      ),
    replaced: (id, status) => {
      const operation = places.operations.get(id);
      return operation && findReplaced(operation, status, ofOperation(id));
    },
    list: () =>
      [...places.operations.values()].flatMap((operation) => {
        const own = ofOperation(operation.id);
        const answers = own.filter(({ status }) => isSuccess(status)).reduce((sum, { tally }) => sum + tally.count, 0);
        return own
          .filter(({ tally }) => tally.blamed.count < tally.count)
          .flatMap(({ status, tally }) => findStatus(operation, status, tally, { own, answers }));
      }),
  };
}

interface SeenStatus {
  status: number;
  tally: StatusTally;
}

function findStatus(
  operation: OperationPlace,
  status: number,
  tally: StatusTally,
  { own, answers: successes }: { own: readonly SeenStatus[]; answers: number },
): Finding[] {
  const { id } = operation;
  const { count, firstAt, lastAt } = tally;
  const base = { operation: id, message: 'response', status, count, firstAt, lastAt } as const;
  const documented = responseOf(operation, status);
  const isShown =
    documented !== undefined && documented.key === String(status) && !isOpen(documented.response, 'status');
  if (isShown) return [];
  if (isSuccess(status) && documented) {
    return [
      {
        part: 'shown now',
        subject: 'status',
        ...base,
        text: `${id} answers a success with ${status}${documented.key === String(status) ? '' : `, not ${documented.key} as the kit assumes`}.`,
        outOf: successes,
        certainty: certaintyOf(count, successes),
        learned: { kind: 'status', status, documented: documented.key },
      },
    ];
  }
  const certainty = certaintyOf(count);
  if (documented) {
    const rules = Object.keys(tally.rules).sort();
    const replaced = illustrates(operation, tally) ? findReplaced(operation, status, own) : undefined;
    const instead = replaced === undefined ? '' : `, not ${replaced} as the kit assumes`;
    return [
      {
        part: 'shown now',
        subject: 'refusal',
        ...base,
        text: `${id} refuses with ${status}${instead}${rules.length > 0 ? `, for example what breaks ${rules.join(', ')}` : ''}.`,
        outOf: count,
        certainty,
        ...(documented.key !== String(status) && {
          learned: { kind: 'status', status, ...(replaced !== undefined && { documented: replaced }) } as const,
        }),
      },
    ];
  }
  return [
    {
      part: 'not in the document',
      subject: 'status',
      ...base,
      text: `${id} answers ${status}, which the document does not have.`,
      outOf: count,
      certainty,
      learned: { kind: 'status', status },
    },
  ];
}

/** The status by which wrong values are refused as far as was known, if this one alone came in its place. */
function findReplaced(operation: OperationPlace, status: number, own: readonly SeenStatus[]): string | undefined {
  const known = statusOfWrongValue(operation);
  const response = operation.responses[known];
  if (!response || status === known) return undefined;
  const ofWrongValue = own.filter(
    (one) => statusOfWrongValue({ responses: { [one.status]: response } }) === one.status,
  );
  return ofWrongValue.length === 1 && ofWrongValue[0]?.status === status ? String(known) : undefined;
}

/** Whether it came for rules that the examples of the answer illustrate whose status the kit assumes. */
function illustrates(operation: OperationPlace, { rules: seen }: StatusTally): boolean {
  const response = operation.responses[statusOfWrongValue(operation)];
  if (!response || !isOpen(response, 'status')) return false;
  const examples = Object.values(response.content ?? {}).flatMap(({ examples = {} }) => Object.values(examples));
  const rules = new Set(examples.flatMap((example) => example['x-rules'] ?? []));
  const count = Object.entries(seen).reduce((sum, [rule, times]) => sum + (rules.has(rule) ? times : 0), 0);
  return certaintyOf(count) !== 'seen';
}
