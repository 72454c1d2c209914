import { openApiDocument, type Response, type Schema } from '@escrow-kit/spec';
import { createValidator, type Validate } from '@escrow-kit/spec/validate';
import { resolveSchema } from './resolve-schema.ts';

/** The document without formats: that of a timestamp is narrower than ISO 8601, which is all that the description says. */
const documentOfAnswers = JSON.parse(
  JSON.stringify(openApiDocument, (key, value: unknown) =>
    key === 'format' && typeof value === 'string' ? undefined : value,
  ),
) as object;

const validators = new Map<Schema, Validate>();

/** The validator for the body of an answer, which is compiled once. */
export function validatorOfAnswer(schema: Schema): Validate {
  const validate = validators.get(schema) ?? createValidator(schema, documentOfAnswers);
  validators.set(schema, validate);
  return validate;
}

/** The rules of the body of an answer, the main one first. */
export const rulesOfBody = ({ content = {} }: Response): string[] =>
  resolveSchema(Object.values(content)[0]?.schema ?? {})['x-rules'] ?? [];

/** The main rule of the body of an answer; undefined if its schema names none. */
export const ruleOfBody = (response: Response): string | undefined => rulesOfBody(response)[0];

/** Whether a documented answer has a body that is not shown. */
export const isBodyNotShown = ({ 'x-not-shown': notShown = '' }: Response): boolean => /body/i.test(notShown);
