import type { Response } from '@escrow-kit/spec';
import {
  createRequestValidator,
  createValidator,
  type RequestParts,
  type RequestViolation,
  type Validate,
} from '@escrow-kit/spec/validate';
import type { OperationId, ServiceOperation } from './operations.ts';

type ValidateRequest = (request: RequestParts) => RequestViolation[];

/** Compiling takes longer than starting, so that each operation is compiled at its first call. */
const requestValidators = new Map<OperationId, ValidateRequest>();

/** Lists what the document forbids in a request; none means that it is accepted. */
export function findViolations(operationId: OperationId, request: RequestParts): RequestViolation[] {
  const validate = requestValidators.get(operationId) ?? createRequestValidator(operationId);
  requestValidators.set(operationId, validate);
  return validate(request);
}

/** An answer as it goes out: the body as text, undefined where there is none. */
export interface WireAnswer {
  status: number;
  mediaType: string | undefined;
  bodyText: string | undefined;
}

/** Compiled at the first use of each schema. */
const answerValidators = new Map<unknown, Validate>();

/** Lists what an answer has that the document does not give its operation; none means that it is documented. */
export function findResponseViolations({ responses, id }: ServiceOperation, answer: WireAnswer): string[] {
  const { status, mediaType, bodyText } = answer;
  const response = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
  if (!response) return [`${id} has no documented answer ${status}`];
  if (!response.content) return bodyText === undefined ? [] : [`${id} ${status} has a body, the document gives none`];
  const schema = response.content[mediaType ?? '']?.schema;
  if (!schema || bodyText === undefined) return [`${id} ${status} has no body in ${mediaTypes(response)}`];
  const validate = answerValidators.get(schema) ?? createValidator(schema);
  answerValidators.set(schema, validate);
  return validate(JSON.parse(bodyText)).map(({ path, message }) => `${id} ${status} ${path} ${message}`);
}

function mediaTypes({ content = {} }: Response): string {
  return Object.keys(content).join(' or ');
}
