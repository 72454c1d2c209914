import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createControl } from '@escrow-kit/sandbox-control';
import { exampleBodyOf, type OperationId, operations, rules, type ServiceOperation } from '@escrow-kit/spec';
import { isSoak, repeats } from '@escrow-kit/tools';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { Sandbox } from '../../src/index.ts';
import { createReadyMilestone, parentRequest } from '../support/escrow-steps.ts';
import { type CallParts, send } from '../support/service-api.ts';
import { spawnSandbox } from '../support/spawn-sandbox.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

/** Random requests for each operation. */
const numRuns = repeats({ test: 2, soak: 200 });
const sandbox = startedSandbox();

const anyCodePoint = fc.integer({ min: 0, max: 0x10ffff }).map((codePoint) => String.fromCodePoint(codePoint));
const anyText = fc.string({ unit: anyCodePoint, minLength: 1, maxLength: 1000 });
const anyId = anyText.map((text) => text.toWellFormed());

/** Values that break a service that does not expect them. */
const nastyValues: unknown[] = [
  ...[null, undefined, true, -0, 1e308, 2 ** 53, 2 ** 63, 0.1 + 0.2, [], {}, [[[[]]]], [null], { a: [] }, [{}]],
  ...['', '\0', '\ud800', "' or 1=1 --", '%00', '__proto__', 'x'.repeat(10_000), '+966500000001', '2030-13-01'],
];
const nasty = fc.oneof({ arbitrary: fc.constantFrom(...nastyValues), weight: 4 }, fc.jsonValue(), anyText);

/** Follows a path of child numbers as far as it leads, and puts the part there, or adds it. */
function replaceAt(whole: unknown, [step = 0, ...path]: number[], part: unknown): unknown {
  if (typeof whole !== 'object' || whole === null) return part;
  const keys = Object.keys(whole);
  const key = keys[step % (keys.length + 1)];
  if (key === undefined) return Array.isArray(whole) ? [...whole, part] : { ...whole, extra: part };
  const replaced = path.length > 0 ? replaceAt((whole as Record<string, unknown>)[key], path, part) : part;
  return Array.isArray(whole) ? whole.with(Number(key), replaced) : { ...whole, [key]: replaced };
}

/** Requests with junk, or with the document's example in which a part is replaced, left out or added. */
function requestsOf(operation: ServiceOperation, known: Record<string, string | number>): fc.Arbitrary<CallParts> {
  const example = operation.mediaType === undefined ? {} : exampleBodyOf(operation);
  const steps = fc.array(fc.nat(), { minLength: 1, maxLength: 4 });
  const changed = fc.tuple(nasty, steps).map(([part, path]) => ({ body: replaceAt(example, path, part) }));
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 1000 }).map((array) => new Uint8Array(array));
  const junk = fc.oneof(anyText, bytes, fc.json()).map((rawBody) => ({ rawBody }));
  const body: fc.Arbitrary<CallParts> = operation.mediaType === undefined ? fc.constant({}) : fc.oneof(changed, junk);
  const ids = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const idOf = (name: string) => fc.oneof(fc.constant(known[name] ?? 'none'), anyId, fc.bigInt().map(String));
  const path = fc.record(Object.fromEntries(ids.map((name) => [name, idOf(name)])));
  return fc.tuple(path, body).map(([filled, parts]) => ({ path: filled, ...parts }));
}

/** No 5xx except the documented one: start payment's, without a body (PAY-4). */
async function expectNoDefect(target: Parameters<typeof send>[0], operation: ServiceOperation): Promise<void> {
  await createControl(target.url).changeSettings({ usersApiRequestsPerMinute: 1_000_000 });
  const milestone = await createReadyMilestone({ control: {}, ...target } as Sandbox);
  const { buyerId: id, contractId, milestoneId } = milestone;
  const known = { id, contractId, milestoneId, serviceUserId: id, userId: id, clientId: 'sandbox-client' };
  const sendAny = async (parts: CallParts) => {
    const { status, text } = await send(target, operation.id as OperationId, parts);
    if (operation.id === 'startPayment' && status === 500) expect(text).toBe('');
    else expect(status, text).toBeLessThan(500);
  };
  await fc.assert(fc.asyncProperty(requestsOf(operation, known), sendAny), { numRuns });
}

test.each(operations)(
  '$id with random content causes no internal error, and the sandbox still works',
  async (operation) => {
    await expectNoDefect(sandbox(), operation);

    expect((await send(sandbox(), 'createContract', { body: parentRequest() })).status).toBe(200);
  },
);

test.runIf(isSoak)(
  'with all rules of requests off, what can not be carried out is refused by a rule, and is no 500',
  async () => {
    const off = Object.keys(rules).filter((id) => !/^(HOOK|STATE)/.test(id));
    const actions = [{ target: '$', update: { 'x-rules-off': off } }];
    const file = join(temporaryFolder(), 'off.json');
    writeFileSync(file, JSON.stringify({ overlay: '1.0.0', info: { title: 'T', version: '1' }, actions }));
    const spawned = await spawnSandbox(['--overlay', file]);
    onTestFinished(async () => void (await spawned.close()));

    for (const operation of operations) await expectNoDefect(spawned, operation);
  },
);
