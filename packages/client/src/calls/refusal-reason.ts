import { isRecord, isText } from '../rules/guards.ts';
import { redactWords } from './redact-words.ts';

/** What a message holds of a reason at most. */
const longestReason = 200;

const firstText = (body: Record<string, unknown>, names: readonly string[]): string | undefined =>
  names.map((name) => body[name]).find(isText);

/** What a refusal says of itself. */
interface Statement {
  code?: string | undefined;
  rule?: string | undefined;
  field?: string | undefined;
  message?: string | undefined;
}

/** What a refusal says of itself, in any of the shapes that are known, also where it is all in `error`. */
function statementOf(body: unknown): Statement {
  if (isText(body)) return body.trimStart().startsWith('<') ? {} : { message: body };
  if (!isRecord(body)) return {};
  const { error } = body;
  const inner = isRecord(error) ? statementOf(error) : {};
  const details = isRecord(body['details']) ? body['details'] : {};
  return {
    code: firstText(body, ['code', 'error', 'type', 'title']) ?? inner.code,
    rule: firstText(body, ['rule']) ?? inner.rule,
    field: firstText(body, ['field']) ?? firstText(details, ['field']) ?? inner.field,
    message: firstText(body, ['message', 'error_description', 'detail', 'description']) ?? inner.message,
  };
}

/**
 * Why the service refused a call, in its own words as far as they may be logged: no secret, no personal data, and nothing
 * that was sent. Undefined where it says nothing, or nothing of it may be shown.
 */
export function refusalReason(body: unknown, sent: readonly string[]): string | undefined {
  const said = statementOf(body);
  const show = (text: string | undefined) => text && redactWords(text.slice(0, 2 * longestReason), sent);
  const [rule, code, field, message] = [said.rule, said.code, said.field, said.message].map(show);
  // The rule says more than the code.
  const name = rule ?? code;
  const words = [name, message]
    .filter(isText)
    .join(rule ? ' ' : ': ')
    .replaceAll(/\s+/g, ' ')
    .replace(/\.$/, '');
  const reason = field && words ? `${words} (${field})` : words;
  if (reason === '') return undefined;
  return reason.length > longestReason ? `${reason.slice(0, longestReason)}…` : reason;
}

/** Every text in what was sent. */
export function textsOf(value: unknown): string[] {
  if (isText(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
