import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createTap } from '../../src/observe/proxy/tap.ts';
import type { CapturedBody, RawExchange } from '../../src/observe/raw-exchange.ts';

const exchange: RawExchange = {
  kind: 'call',
  startedAt: 0,
  durationInMs: 1,
  method: 'GET',
  target: '/',
  requestHeaders: [],
  requestBody: { bytes: Buffer.alloc(0), isComplete: true },
};

test('10,000 exchanges wait for a slow observer, in their order, and those left out are counted', async () => {
  const gate = Promise.withResolvers<void>();
  const seen: number[] = [];
  const tap = createTap(({ startedAt }) => {
    seen.push(startedAt);
    return gate.promise;
  });

  for (let number = 0; number < 10_007; number += 1) tap.add({ ...exchange, startedAt: number });
  gate.resolve();
  await tap.settled();
  tap.add({ ...exchange, startedAt: 20_000 });
  await tap.settled();

  expect(tap.leftOut()).toBe(7);
  expect(seen).toEqual([...Array(10_000).keys(), 20_000]);
});

test('64 MiB of heads wait for a slow observer, and there is place again once it has got them', async () => {
  const gate = Promise.withResolvers<void>();
  const tap = createTap(() => gate.promise);
  const mebibyte: [string, string] = ['x', 'v'.repeat(1024 * 1024 - 200)];
  const add = (count: number): void => {
    for (let number = 0; number < count; number += 1) tap.add({ ...exchange, requestHeaders: [mebibyte] });
  };

  add(70);
  gate.resolve();
  await tap.settled();
  expect(tap.leftOut()).toBe(6);
  add(64);
  await tap.settled();

  expect(tap.leftOut()).toBe(6);
});

test('64 MiB of bodies wait for a slow observer, and those after them are captured without their bytes', async () => {
  const gate = Promise.withResolvers<void>();
  const seen: CapturedBody[] = [];
  const tap = createTap(({ requestBody }) => {
    seen.push(requestBody);
    return gate.promise;
  });
  const mebibyte = Buffer.alloc(1024 * 1024);

  for (let number = 0; number < 66; number += 1) {
    const body = Readable.from([mebibyte]);
    const endCapture = tap.capture(body);
    await once(body, 'end');
    tap.add({ ...exchange, requestBody: endCapture(true) });
  }
  gate.resolve();
  await tap.settled();

  expect(seen.map(({ bytes }) => bytes.length)).toEqual([...Array(64).fill(mebibyte.length), 0, 0]);
  expect(seen.map(({ isComplete }) => isComplete)).toEqual([...Array(64).fill(true), false, false]);
});
