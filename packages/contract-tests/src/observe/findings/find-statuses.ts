import { statusOfWrongValue } from '@escrow-kit/spec';
import { isSuccess } from '../is-success.ts';
import { certaintyOf, type Finder, type Finding, showed, showedAlways } from './finding.ts';
import { refusingRuleOf } from './refusing-rule.ts';
import { createSample } from './sample.ts';
import { isOpen, type OperationPlace, responseOf, type SchemaPlaces } from './schema-places.ts';
import { createSighting, increase, type Sighting, sight, sumOf, type Tally } from './sighting.ts';

/** Finds which statuses each operation answers with. */
export interface StatusFinder extends Finder {
  /** The status by which the document has wrong values refused, if this one alone came in its place. */
  replaced(operation: string, status: number): string | undefined;
}

interface StatusTally extends Sighting {
  /** The rules that refused requests break, of those that break one. */
  rules: Tally;
  /** How many of the answers contradict by their status, which is told already. */
  blamed: Sighting;
}

/** An operation has few statuses; a hostile service has at most 900. */
const mostStatuses = 5000;

export function createStatusFinder(places: SchemaPlaces): StatusFinder {
  const seen = createSample<StatusTally, { operation: string; status: number }>(mostStatuses, () => ({
    ...createSighting(),
    rules: {},
    blamed: createSighting(),
  }));
  const ofOperation = (operation: string): SeenStatus[] =>
    seen.entries().flatMap(([key, tally]) => (key.operation === operation ? [{ status: key.status, tally }] : []));
  return {
    add: (exchange) => {
      const { kind, operation, status, violations } = exchange;
      if (kind === 'event' || operation === undefined || status === undefined) return;
      const tally = seen.get({ operation, status });
      if (!tally) return;
      sight(tally, exchange);
      if (violations.some((one) => one.part === 'response' && one.at.startsWith('status')))
        sight(tally.blamed, exchange);
      const rule = refusingRuleOf(exchange);
      if (rule !== undefined) increase(tally.rules, rule);
    },
    replaced: (id, status) => {
      const operation = places.operations.get(id);
      return operation && findReplaced(operation, status, ofOperation(id));
    },
    list: () =>
      [...places.operations.values()].flatMap((operation) => {
        const own = ofOperation(operation.id);
        return own
          .filter(({ tally }) => tally.blamed.count < tally.count)
          .flatMap(({ status, tally }) => findStatus(operation, status, tally, own));
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
  own: readonly SeenStatus[],
): Finding[] {
  const { id } = operation;
  const head = { operation: id, message: 'response', status } as const;
  const documented = responseOf(operation, status);
  const isExact = documented?.key === String(status);
  if (!documented)
    return [
      {
        ...head,
        part: 'not in the document',
        subject: 'status',
        text: `${id} answers ${status}, which the document does not have.`,
        ...showed(tally),
        learned: { kind: 'status', status },
      },
    ];
  if (isExact && !isOpen(documented.response, 'status')) return [];
  if (isSuccess(status)) {
    const successes = own.flatMap((one) => (isSuccess(one.status) ? one.tally.count : []));
    return [
      {
        ...head,
        part: 'shown now',
        subject: 'status',
        text: `${id} answers a success with ${status}${isExact ? '' : `, not ${documented.key} as the kit assumes`}.`,
        ...showedAlways(tally, sumOf(successes)),
        learned: { kind: 'status', status, documented: documented.key },
      },
    ];
  }
  const rules = Object.keys(tally.rules).sort();
  const replaced = illustrates(operation, tally) ? findReplaced(operation, status, own) : undefined;
  const instead = replaced === undefined ? '' : `, not ${replaced} as the kit assumes`;
  const example = rules.length > 0 ? `, for example what breaks ${rules.join(', ')}` : '';
  return [
    {
      ...head,
      part: 'shown now',
      subject: 'refusal',
      text: `${id} refuses with ${status}${instead}${example}.`,
      ...showed(tally),
      learned: isExact ? undefined : { kind: 'status', status, documented: replaced },
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
  const count = sumOf(Object.entries(seen).map(([rule, times]) => (rules.has(rule) ? times : 0)));
  return certaintyOf(count) !== 'seen';
}
