import { readFile } from 'node:fs/promises';
import {
  attemptsInSeconds,
  eventSignature,
  eventStatuses,
  milestoneStates,
  openApiDocument,
  retryDelaysInSeconds,
} from '@escrow-kit/spec';

const banner = '// Generated from spec/openapi.bundle.json by `pnpm generate`. Do not edit.\n\n';

/** The generated files, with their text from the current document. */
export async function generatedFiles(): Promise<{ url: URL; text: string }[]> {
  const chapter = new URL('../../../docs/guide/webhooks-operation.md', import.meta.url);
  return [
    { url: new URL('../src/generated/contract-event.ts', import.meta.url), text: banner + contractEventSource() },
    { url: chapter, text: withRetrySchedule(await readFile(chapter, 'utf8')) },
  ];
}

/** The header, statuses and fields of an event in the document. */
function contractEventSource(): string {
  return [
    '/** How a request is signed: a header with the HMAC-SHA256 of its body (HOOK-2). */',
    `export const serviceSignature = ${serviceSignature()} as const;`,
    '',
    '/** The statuses that the service reports (HOOK-5). */',
    `export const knownStatuses = ${JSON.stringify(eventStatuses)} as const;`,
    '',
    '/** The states of a milestone, in the order that their meanings suggest (STATE-4). The order from PAID on is not shown. */',
    `export const milestoneStates: readonly string[] = ${JSON.stringify(milestoneStates)};`,
    '',
    '/** The fields of a body that are shown. PAID has all of them; other events have at least a status (HOOK-1, HOOK-8). */',
    `export type BodyField = ${bodyFields()};`,
    '',
  ].join('\n');
}

function serviceSignature(): string {
  if (!eventSignature) throw new Error('The webhook contractEvent needs an x-signature.');
  const { header, prefix, encoding } = eventSignature;
  return JSON.stringify({ header, prefix, encoding });
}

function bodyFields(): string {
  const { properties = {} } = openApiDocument.components.schemas['PaidContractEvent'] ?? {};
  return Object.keys(properties)
    .map((name) => `'${name}'`)
    .join(' | ');
}

const marked = /(<!-- Written by `pnpm generate`. -->\n).*?(\n<!-- Until here. -->)/s;

/** The page with the document's retry schedule between its two marks. Throws if the marks are missing. */
function withRetrySchedule(page: string): string {
  if (!marked.test(page)) throw new Error('webhooks-operation.md has no place for the retry schedule.');
  return page.replace(marked, `$1${retrySchedule()}$2`);
}

function retrySchedule(): string {
  const delays = retryDelaysInSeconds.map((delay) => `${delay} s`).join(', then ');
  return `The service retries a failed delivery ${retryDelaysInSeconds.length} times, after ${delays} (HOOK-4). When each delay starts is not shown. We assume that the
service gives up ${attemptsInSeconds.at(-1)} s after the first attempt.`;
}
