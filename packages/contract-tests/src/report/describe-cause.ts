import { shorten } from '../deployment/shorten.ts';
import type { VerifiedInteraction } from '../judge/verification.ts';
import { type Cause, causesOf, type Finding } from './findings.ts';

/** A named part of a failure, in lines. */
export interface Row {
  name: string;
  lines: string[];
}

/** The headers that matter for a verdict, of requests and of answers. */
const shownHeaders = new Set(['authorization', 'content-type', 'location', 'retry-after', 'www-authenticate']);

/** What every format shows of a finding, besides its rule and its consequences. */
export function describeFinding({ grounds, causes, shownAt }: Finding): Row[] {
  return [
    { name: 'rests on', lines: grounds.map(({ place, text }) => `${place}: ${text}`) },
    ...causes.flatMap(describeCause),
    { name: 'see', lines: shownAt },
  ].filter(({ lines }) => lines.length > 0);
}

/** What every format shows of a cause. Empty parts are left out. */
function describeCause({ check, problems, others, curl, curlNotes, toDo }: Cause): Row[] {
  return [
    { name: 'check', lines: [`${check.description}${noteBasis(check)}`] },
    { name: 'wrong', lines: problems },
    ...describeExchange(check),
    { name: 'again', lines: curl ? [curl, ...curlNotes] : [] },
    { name: 'to do', lines: [toDo] },
    { name: 'also', lines: others },
  ].filter(({ lines }) => lines.length > 0);
}

/** What every format shows of a failed check. */
export const describeCheck = (check: VerifiedInteraction, report: { hasOwnTenant: boolean }): Row[] =>
  causesOf([check], report).flatMap(describeCause);

/** The basis of a check in brackets, unless it is stated. */
const noteBasis = ({ basis }: VerifiedInteraction): string => (basis === 'stated' ? '' : ` (${basis})`);

/** Request and answer: the first line, the headers that matter, and the shortened body. */
function describeExchange({ exchange, operationId, event }: VerifiedInteraction): Row[] {
  if (!exchange) return [{ name: 'came', lines: event ? [`event ${shorten(event)}`] : [] }];
  const { request, answer } = exchange;
  return [
    { name: 'sent', lines: linesOf(`${request.method} ${request.url} (${operationId})`, request) },
    { name: 'came', lines: answer ? linesOf(`${answer.status}`, answer) : ['no answer'] },
  ];
}

function linesOf(first: string, { headers, body = '' }: { headers: Record<string, string>; body?: string }): string[] {
  const shown = Object.entries(headers).filter(([name]) => shownHeaders.has(name.toLowerCase()));
  const lines = [first, shown.map(([name, value]) => `${name}: ${value}`).join('; '), body];
  return lines.filter((line) => line !== '').map(shorten);
}
