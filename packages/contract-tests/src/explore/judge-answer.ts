import { type Basis, isRuleOff, type Response, type ServiceOperation } from '@escrow-kit/spec';
import type { Answer } from '../deployment/exchange.ts';
import { parseJson } from '../deployment/parse-json.ts';
import { isBodyNotShown, ruleOfBody, validatorOfAnswer } from './answer-validator.ts';
import type { DueAnswer } from './due-answer.ts';

/** How an answer differs from what is due. */
export interface Deviation {
  /**
   * `refused`: a request that has to be served is not. `served`: one that has to be refused is not. `answer`: the answer is of the right
   * kind, but not as documented. `server error`: a 5xx where a 4xx may be right.
   */
  kind: 'refused' | 'served' | 'answer' | 'server error';
  rule: string;
  basis: Basis;
  /** What is wrong, in a sentence. */
  text: string;
  /** The wrong field of the body, if it is one. */
  field?: string | undefined;
}

/** Compares an answer with what is due; undefined if it is right, or if nothing says what is right. */
export function judgeAnswer(operation: ServiceOperation, answer: Answer, due: DueAnswer): Deviation | undefined {
  const { status } = answer;
  const { rule } = due;
  const insteadOf = `the status is ${status} instead of`;
  const isServed = status >= 200 && status < 300;
  if (due.kind === 'success' && !isServed) {
    const isAccess = status === 401 || status === 403;
    return {
      kind: 'refused',
      rule: isAccess ? ruleOfToken(operation) : rule,
      basis: due.basis,
      text: `${insteadOf} any 2xx`,
    };
  }
  if (due.kind === 'refusal' && status < 400) {
    return { kind: 'served', rule, basis: due.basis, text: `${insteadOf} any 4xx: ${due.reason}` };
  }
  // The status of a refusal is not shown, and one is shown as a 500 (PAY-4).
  if (status >= 500) return { kind: 'server error', rule: 'ERR-1', basis: 'assumed', text: `${insteadOf} any 4xx` };
  return isServed || due.kind === 'refusal' ? judgeDocumented(operation, answer, due) : undefined;
}

type WrongAnswer = Pick<Deviation, 'text' | 'field'> & Partial<Pick<Deviation, 'rule'>>;

/** Compares an answer of the right class with the response of the document. */
function judgeDocumented({ responses }: ServiceOperation, answer: Answer, due: DueAnswer): Deviation | undefined {
  const success = Object.keys(responses).find((status) => status.startsWith('2'));
  const documented = due.kind === 'refusal' ? due.status : Number(responses[answer.status] ? answer.status : success);
  const response = responses[documented ?? ''];
  if (!response) return undefined;
  const isStatusShown = due.kind === 'refusal' || response['x-not-shown'] === undefined;
  const wrongStatus = { text: `the status is ${answer.status} instead of ${documented}` };
  const wrong: WrongAnswer | undefined =
    isStatusShown && answer.status !== documented ? wrongStatus : findWrongBody(answer, response);
  if (!wrong) return undefined;
  const { rule = ruleOfBody(response) ?? due.rule, ...rest } = wrong;
  // The document under overlays still shows the answer of a rule that they switch off.
  if (isRuleOff(rule)) return undefined;
  return { kind: 'answer', basis: due.kind === 'undecided' ? 'stated' : due.basis, rule, ...rest };
}

/** The rule of the kind of token, or of the credentials, that an operation takes. */
const ruleOfToken = ({ definition }: ServiceOperation): string =>
  definition['x-rules'].find((rule) => rule.startsWith('AUTH-') && rule !== 'AUTH-1') ?? 'AUTH-1';

function findWrongBody({ body }: Answer, response: Response): WrongAnswer | undefined {
  const [media] = Object.values(response.content ?? {});
  if (!media || isBodyNotShown(response)) return undefined;
  const content = parseJson(body);
  if (content === undefined) return { text: 'the body is not JSON' };
  const [violation] = validatorOfAnswer(media.schema)(content);
  if (!violation) return undefined;
  const { path, rule, message } = violation;
  const wrong = path === '' ? { text: `the body ${message}` } : { text: `${path}: ${message}`, field: path };
  return { ...wrong, ...(rule !== undefined && { rule }) };
}
