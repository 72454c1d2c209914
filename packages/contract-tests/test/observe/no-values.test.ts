import { operations } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { formatObservation } from '../../src/observe/observe.ts';
import { callOf, type Entry, eventOf, eventsUrl, observeEntries, serviceUrl } from '../support/traffic.ts';

/** Something that no report may have. */
const canary = 'canary7731';

/** Any value with a canary in each of its values, and one as key of each object. */
function plant(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plant);
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? 7731 : canary;
  return { ...Object.fromEntries(Object.entries(value).map(([key, own]) => [key, plant(own)])), [canary]: canary };
}

const plantText = (text: string | null | undefined): string => JSON.stringify(plant(JSON.parse(text || '{}')));

/** The call with a canary wherever a value may stand. */
function plantIn({ request, response }: Entry): Entry {
  const url = new URL(request.url);
  for (const name of [...url.searchParams.keys(), canary]) url.searchParams.set(name, canary);
  return {
    request: {
      ...request,
      url: url.href,
      headers: [...request.headers, { name: canary, value: canary }, { name: 'cookie', value: canary }],
      postData: { mimeType: 'application/json', text: plantText('{"a":[1]}') },
    },
    response: { ...response, content: { text: plantText(response.content?.text) } },
  };
}

test('a report has names and types, and no value of the traffic', async () => {
  const calls = operations.flatMap(({ id, parameters }) => {
    const path = Object.fromEntries(parameters.filter((each) => each.in === 'path').map(({ name }) => [name, canary]));
    return [200, 400, 418].map((status) => plantIn(callOf(id, { path, status, answer: { data: {} } })));
  });
  const unknown = { ...plantIn(callOf('getUser')) };
  unknown.request = { ...unknown.request, method: canary, url: `${serviceUrl}/${canary}/payments/${canary}` };
  const event = eventOf(plant({ status: 'PAID' }), canary);
  event.request.url = `${eventsUrl}?${canary}=${canary}`;

  const report = await observeEntries([...calls, unknown, event]);

  expect(report.contradictions.length).toBeGreaterThan(20);
  expect(report.openPlaces.length).toBeGreaterThan(50);
  expect(`${JSON.stringify(report)}${formatObservation(report)}`).not.toMatch(/canary|7731/i);
});
