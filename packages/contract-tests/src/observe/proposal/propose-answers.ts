import type { Response } from '@escrow-kit/spec';
import { type Finding, isOfKind, ofKind } from '../findings/finding.ts';
import { joinSchemas } from '../findings/infer-schema.ts';
import { isOpen, type OperationPlace, responseOf, type SchemaPlaces } from '../findings/schema-places.ts';
import type { Path, Proposing } from './draft.ts';
import type { Marker } from './mark-sensitive.ts';
import { sampleOf } from './sample-of.ts';

/** Whether a finding is about an answer whose status or whole body the document does not show: then the answer is written anew. */
export function isOfOpenAnswer(finding: Finding, places: SchemaPlaces): boolean {
  const { message, status, operation, pointer } = finding;
  if (message !== 'response' || status === undefined || operation === undefined) return false;
  if (isOfKind(finding, 'status', 'body')) return true;
  const isOfField = pointer !== undefined && isOfKind(finding, 'field', 'required', 'keywords', 'values');
  return isOfField && isBodyOpen(places, operation, status);
}

/** Whether nothing of the body is shown: its schema has no property. */
function isBodyOpen(places: SchemaPlaces, operation: string, status: number): boolean {
  const key = { operation, message: 'response', status } as const;
  return places.list(key).length <= 1 && isOpen(places.notShown(key), 'fields');
}

/**
 * Proposes the answers of an operation that are known now, and returns where they are. `findings` are those of {@link isOfOpenAnswer};
 * `all` say, whatever their certainty, which statuses came.
 */
export function proposeAnswers(findings: readonly Finding[], all: readonly Finding[], proposing: Proposing): Path[] {
  const byAnswer = Map.groupBy(findings, ({ operation, status }) => `${operation} ${status}`);
  return [...byAnswer.values()].flatMap((evidence) => {
    const { operation: id = '', status = 0 } = evidence[0] ?? {};
    const operation = proposing.places.operations.get(id);
    return operation ? proposeAnswer({ operation, status, evidence, all }, proposing) : [];
  });
}

interface FoundAnswer {
  operation: OperationPlace;
  status: number;
  evidence: Finding[];
  all: readonly Finding[];
}

function proposeAnswer(answer: FoundAnswer, { places, mark, draft }: Proposing): Path[] {
  const { operation, status, evidence } = answer;
  const found = responseOf(operation, status);
  const replaced = replacedKey(answer);
  // The examples of a refusal name the rules that they illustrate.
  const documented = replaced === undefined ? found?.response : operation.responses[replaced];
  const before = documented ?? { description: 'Observed.' };
  const body = isBodyOpen(places, operation.id, Number(replaced ?? status))
    ? bodyOf(evidence, before, mark)
    : undefined;
  // The status of a success that came as the document has it is no change.
  if (!body && found?.key === String(status)) return [];
  const { 'x-not-shown': open = '', content, ...rest } = before;
  const stillOpen = [
    ...(isOpen(open, 'status') && ofKind(evidence, 'status').length === 0 ? ['status'] : []),
    ...(isOpen(open, 'fields') && !isKnownBody(body) ? ['body'] : []),
  ];
  const written = {
    ...rest,
    ...(stillOpen.length > 0 && { 'x-not-shown': `The ${stillOpen.join(' and the ')}.` }),
    content: body ? body.content : content,
  };
  const path = [...operation.root, 'responses'];
  if (replaced !== undefined) draft.put([...path, replaced], undefined, { evidence });
  draft.put([...path, String(status)], written, { evidence });
  return [[...path, String(status)]];
}

/** Whether a body is known to be JSON of this form, or to be none. Of another one, nothing more is known. */
const isKnownBody = (body: Body | undefined): boolean =>
  body !== undefined && Object.keys(body.content ?? {}).every((mediaType) => mediaType.includes('json'));

/** The documented answer that never came, in whose place another one came. */
function replacedKey({ operation: { id }, status, all }: FoundAnswer): string | undefined {
  const seen = ofKind(all, 'status').flatMap(({ operation, learned }) => (operation === id ? [learned] : []));
  const documented = seen.find((one) => one.status === status && one.documented !== undefined)?.documented;
  if (documented === undefined || documented === String(status)) return undefined;
  const others = seen.filter((one) => one.documented === documented && one.status < status);
  const isSeen = seen.some((one) => String(one.status) === documented);
  // If several came in its place, the first one removes it.
  return isSeen || others.length > 0 ? undefined : documented;
}

type Body = Pick<Response, 'content'>;

/** The body, as far as it is known; without content if there is none. Undefined if nothing was found about it. */
function bodyOf(own: Finding[], { content = {} }: Response, mark: Marker): Body | undefined {
  const [without] = ofKind(own, 'body');
  if (without) {
    const { mediaType } = without.learned;
    if (mediaType === undefined) return {};
    return { content: { [mediaType]: { schema: { type: 'string' }, examples: { observed: { value: 'text' } } } } };
  }
  const fields = ofKind(own, 'field').map(({ pointer = '', learned }) => ({ pointer, ...learned }));
  if (fields.length === 0) return undefined;
  const schema = mark(joinSchemas(fields, { type: 'object', additionalProperties: {} }));
  const [[mediaType = 'application/json', media] = []] = Object.entries(content);
  const value = sampleOf(schema);
  const examples = Object.entries(media?.examples ?? { observed: {} }).map(([name, example]) => [
    name,
    { ...example, description: 'Made up, in the form that was observed.', value },
  ]);
  return { content: { [mediaType]: { schema, examples: Object.fromEntries(examples) } } };
}
