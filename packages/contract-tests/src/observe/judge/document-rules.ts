import {
  mainRuleOf,
  openApiDocument,
  partyRoles,
  type Response,
  type Schema,
  type ServiceOperation,
  statusOfWrongValue,
} from '@escrow-kit/spec';
import { createValidator, type Validate } from '@escrow-kit/spec/validate';
import { memoize } from '../../deployment/memoize.ts';

/** The schema that a reference names; a schema itself if it is none. */
export function resolveSchema(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return resolveSchema(openApiDocument.components.schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {});
}

/** Formats are not judged: that of a timestamp is narrower than ISO 8601, which is all that the description says. */
const withoutFormats = <Part extends object>(part: Part): Part =>
  JSON.parse(
    JSON.stringify(part, (key, value: unknown) => (key === 'format' && typeof value === 'string' ? undefined : value)),
  ) as Part;

const documentOfAnswers = withoutFormats(openApiDocument);

/** The validator for the body of an answer. */
export const validatorOfAnswer: (schema: Schema) => Validate = memoize((schema) =>
  createValidator(withoutFormats(schema), documentOfAnswers),
);

/** The rules of the body of an answer, the main one first. */
export const rulesOfBody = ({ content = {} }: Response): string[] =>
  resolveSchema(Object.values(content)[0]?.schema ?? {})['x-rules'] ?? [];

/** The main rule of the body of an answer; undefined if its schema names none. */
export const ruleOfBody = (response: Response): string | undefined => rulesOfBody(response)[0];

/** How an operation refuses what is invalid, with its status, if status and body are shown and a rule states them (UAPI-4). */
export function shownRefusalOf({ responses }: ServiceOperation): { status: number; response: Response } | undefined {
  const status = statusOfWrongValue({ responses });
  const response = responses[status];
  const isShown = response && response['x-not-shown'] === undefined && ruleOfBody(response) !== undefined;
  return isShown ? { status, response } : undefined;
}

/** Whether a documented answer has a body that is not shown. */
export const isBodyNotShown = ({ 'x-not-shown': notShown = '' }: Response): boolean => /body/i.test(notShown);

/** The rule of the operation itself: that of its body, or the first that is not of its token. */
export function ruleOfOperation({ body, definition }: ServiceOperation): string {
  const rules =
    resolveSchema(body?.schema ?? {})['x-rules'] ?? definition['x-rules'].filter((rule) => !rule.startsWith('AUTH-'));
  return mainRuleOf(rules[0] ?? '');
}

interface Parties {
  mileStonesParties: Record<string, { role: string; amount: number }[]>;
}

/** Whether the parties of each milestone balance, in hundredths (PARTY-4). The document has accepted the body. */
export function areBalanced(body: unknown): boolean {
  return Object.values((body as Parties).mileStonesParties).every((parties) => {
    const signed = parties.map(({ role, amount }) => (role === partyRoles.CUSTOMER ? amount : -amount));
    return signed.reduce((total, amount) => total + Math.round(amount * 100), 0) === 0;
  });
}
