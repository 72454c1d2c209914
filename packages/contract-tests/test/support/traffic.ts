import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  exampleBodyOf,
  exampleTokens,
  fillPath,
  getOperation,
  listWebhookRequests,
  type OperationId,
} from '@escrow-kit/spec';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import type { ObservedAddresses } from '../../src/observe/document.ts';
import { type ObservationReport, observe } from '../../src/observe/observe.ts';

/** An entry of a HAR file, as far as `observe` reads it. */
export interface Entry {
  request: { method: string; url: string; headers: Header[]; bodySize?: number; postData?: Content };
  response: { status: number; headers?: Header[]; content?: Content };
}

interface Header {
  name: string;
  value: string;
}

interface Content {
  text?: string | null;
  mimeType?: string;
  encoding?: string;
  size?: number;
  params?: Header[];
}

/** What differs from the document's first examples. */
export interface Differences {
  /** Placeholders of the path. */
  path?: Record<string, string>;
  query?: Record<string, string>;
  token?: string | undefined;
  /** Text is sent as it is. */
  body?: unknown;
  status?: number;
  /** Text is answered as it is. */
  answer?: unknown;
}

export const serviceUrl = 'https://service.example';
export const eventsUrl = 'https://shop.example/webhooks';

/** A call and its answer, as the document's examples have them, but for the differences. */
export function callOf(id: OperationId, differences: Differences = {}): Entry {
  const operation = getOperation(id);
  const { method, parameters, mediaType, responses, tokenKinds } = operation;
  const example = (place: 'path' | 'query') =>
    Object.fromEntries(parameters.filter((each) => each.in === place).map((each) => [each.name, String(each.example)]));
  const [kind] = tokenKinds;
  const {
    path,
    query = example('query'),
    token = 'token' in differences || !kind ? undefined : exampleTokens[kind],
    body = exampleBodyOf(operation),
    status = 200,
    answer = Object.values(responses[status]?.content ?? {}).map((media) => exampleBodyOf({ body: media }))[0],
  } = differences;
  const isForm = mediaType?.includes('form') && typeof body === 'object';
  return {
    request: {
      method,
      url: `${serviceUrl}${fillPath(operation.path, { ...example('path'), ...path })}?${new URLSearchParams(query)}`,
      headers: [
        { name: ':authority', value: 'service.example' },
        ...(token === undefined ? [] : [{ name: 'Authorization', value: `Bearer ${token}` }]),
      ],
      ...contentOf(isForm ? new URLSearchParams(body as Record<string, string>).toString() : body, mediaType),
    },
    response: { status, headers: [], content: { size: contentOf(answer).bodySize, ...contentOf(answer).postData } },
  };
}

function contentOf(body: unknown, mimeType = 'application/json'): { bodySize: number; postData?: Content } {
  if (body === undefined) return { bodySize: 0 };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { bodySize: text.length, postData: { mimeType, text } };
}

const [webhook] = listWebhookRequests();

/** An event and the answer of its receiver. */
export function eventOf(body: unknown = webhook && exampleBodyOf(webhook), signature?: string): Entry {
  const content = contentOf(body);
  const hmac = createHmac('sha256', 'whsec_example').update(content.postData?.text ?? '');
  return {
    request: {
      method: 'POST',
      url: eventsUrl,
      headers: [{ name: 'Service-Signature', value: signature ?? `sha256=${hmac.digest('hex')}` }],
      ...content,
    },
    response: { status: 200, content: { size: 0 } },
  };
}

/** Writes a HAR file of entries, or a text, and returns its path. */
export function writeHar(content: readonly unknown[] | string): string {
  const file = join(temporaryFolder(), 'traffic.har');
  writeFileSync(
    file,
    typeof content === 'string' ? content : JSON.stringify({ log: { version: '1.2', entries: content } }),
  );
  return file;
}

/** Observes entries of one file. */
export const observeEntries = (
  entries: readonly unknown[],
  addresses: Partial<ObservedAddresses> = {},
): Promise<ObservationReport> => observe([writeHar(entries)], { hosts: {}, webhooksTo: eventsUrl, ...addresses });
