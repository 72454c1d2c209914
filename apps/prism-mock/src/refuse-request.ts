import type { IncomingHttpHeaders } from 'node:http';
import { parse } from 'node:querystring';
import { type Example, exampleTokens, type RoutedOperation, responseFor, statusOfWrongValue } from '@escrow-kit/spec';
import { createRequestValidator, type RequestViolation } from '@escrow-kit/spec/validate';

/** A request to an operation of the document. The query has no question mark; the body is empty if there is none. */
type MockRequest = RoutedOperation & { query: string; headers: IncomingHttpHeaders; body: string };

/** What is wrong with a request, without any value of it. */
type Reason = Pick<RequestViolation, 'in' | 'path' | 'rule' | 'message'> & Partial<RequestViolation>;

/** By operation. Compiled at its first request, because compiling all takes longer than the rest of the start. */
const validators = new Map<string, ReturnType<typeof createRequestValidator>>();

/** Why the document refuses a request; undefined if it accepts it. The token is checked first, then the body. */
export function refuseRequest({ operation, path, query, headers, body }: MockRequest) {
  const { id, mediaType, tokenKinds, definition } = operation;
  const [, token] = /^Bearer +(\S+) *$/.exec(headers.authorization ?? '') ?? [];
  const [kind] = Object.entries(exampleTokens).find(([, known]) => known === token) ?? [];
  if (tokenKinds.length > 0 && kind === undefined) {
    const message = 'is missing or contains an unknown token';
    return refuse(operation, 401, [{ in: 'header', path: 'authorization', rule: 'AUTH-1b', message }]);
  }
  if (tokenKinds.length > 0 && !tokenKinds.some((accepted) => accepted === kind)) {
    const isOfOrganization = kind === 'organization' && definition['x-rules'].includes('AUTH-4');
    const rule = isOfOrganization ? 'AUTH-4' : 'AUTH-1a';
    const message = `contains a token of the kind ${kind}`;
    return refuse(operation, 403, [{ in: 'header', path: 'authorization', rule, message }]);
  }
  if (body !== '' && headers['content-type'] !== mediaType) {
    const message = `is not ${mediaType}`;
    return refuse(operation, 415, [{ in: 'header', path: 'content-type', rule: 'ERR-1c', message }]);
  }
  const status = statusOfWrongValue(operation);
  const { value, problem } = parseBody(body, mediaType);
  if (problem) return refuse(operation, status, [{ in: 'body', path: '', rule: 'ERR-1d', message: problem }]);
  const validate = validators.get(id) ?? createRequestValidator(id);
  validators.set(id, validate);
  const reasons = validate({ path, query: parseFields(query), header: headers, body: value });
  return reasons.length === 0 ? undefined : refuse(operation, status, reasons);
}

/** Far above any contract, and few enough to be validated fast. Our choice: not shown. */
const mostValues = 20_000;

/** A JSON body or the fields of a form, or what is wrong with it as a whole. A repeated field has all its values. */
export function parseBody(text: string, mediaType: string | undefined): { value?: unknown; problem?: string } {
  if (text === '') return {};
  try {
    const value = mediaType === 'application/x-www-form-urlencoded' ? parseFields(text) : JSON.parse(text);
    // Walked without recursion, so that no nesting overflows the stack.
    const values = [value];
    for (const each of values) {
      if (values.length > mostValues) return { problem: `has more than ${mostValues} values` };
      if (typeof each === 'object' && each !== null) for (const child of Object.values(each)) values.push(child);
    }
    return { value };
  } catch {
    return { problem: 'is not JSON' };
  }
}

/** The fields of a form or a query, however many. */
const parseFields = (text: string): Record<string, unknown> => ({ ...parse(text, '&', '=', { maxKeys: 0 }) });

const bases = ['stated', 'implied', 'assumed'];

/** A refusal, and what Prism is to prefer: the example of the rule that is known best, or of any other refusal (ERR-1). */
function refuse({ responses }: MockRequest['operation'], status: number, reasons: Reason[]) {
  const [content] = Object.values(responseFor(responses, status)?.content ?? {});
  const examples = Object.entries(content?.examples ?? {});
  const best = reasons.toSorted((one, other) => bases.indexOf(one.basis ?? '') - bases.indexOf(other.basis ?? ''));
  const general = examples.find(([, example]) => example['x-rules']?.[0] === 'ERR-1');
  const [[name] = general ?? []] = best.flatMap((reason) => findExamples(reason, examples));
  const prefer = name === undefined ? `code=${status}` : `code=${status}, example="${name}"`;
  return { prefer, rule: reasons[0]?.rule, violations: toViolationsHeader(reasons) };
}

/** The examples of a broken rule. Those of the field come first, such as `phoneMissing` or `phoneNotE164`. */
function findExamples({ rule, path, keyword }: Reason, examples: [name: string, Example][]): [name: string, Example][] {
  const ofRule = examples.filter(([, example]) => example['x-rules']?.[0] === rule);
  const start = (path.split('.').at(-1) || 'body').replaceAll('_', '').toLowerCase();
  const ofField = ofRule.filter(([name]) => name.toLowerCase().startsWith(start));
  return [...ofField.filter(([name]) => name.endsWith('Missing') === (keyword === 'required')), ...ofField, ...ofRule];
}

/** Node's clients refuse answers with more than 16 KiB of headers. */
const mostReasons = 20;
const longestPath = 80;

/** The header in which Prism says what is wrong. */
function toViolationsHeader(reasons: Reason[]): string {
  const violations = reasons.slice(0, mostReasons).map(({ in: part, path, rule: code, message }) => {
    const location = ['request', part === 'header' ? 'headers' : part, path.slice(0, longestPath)].filter(Boolean);
    return { location, severity: 'Error', code, message };
  });
  // A key that the caller chose, such as a milestone id, may hold characters that a header may not.
  const toEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(violations).replaceAll(/[^\x20-\x7e]/g, toEscape);
}
