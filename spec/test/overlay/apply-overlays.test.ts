import { repeats } from '@escrow-kit/suite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import bundle from '../../openapi.bundle.json' with { type: 'json' };
import { readOverlays } from '../../src/overlay.ts';
import { writeOverlay, writeOverlayText } from './write-overlay.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const key = fc.stringMatching(/^[a-z]{1,2}$/);
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>(null, true, 1.5, 'x', "it's [0]"),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
}));
const object = fc.dictionary(key, value, { maxKeys: 5 });

const isObject = (node: Json | undefined): node is { [key: string]: Json } =>
  typeof node === 'object' && node !== null && !Array.isArray(node);
const kindOf = (node: Json | undefined): string => (Array.isArray(node) ? 'list' : isObject(node) ? 'object' : 'value');

/** What Overlay 1.0 says of an update: objects merge, lists are joined, values are replaced. Throws where kinds differ. */
function merge(node: Json | undefined, update: Json): Json {
  if (node === undefined) return update;
  if (kindOf(node) !== kindOf(update)) throw new Error('another kind');
  if (Array.isArray(node)) return [...node, ...(update as Json[])];
  if (!isObject(node)) return update;
  const entries = Object.entries(update as { [key: string]: Json });
  return { ...node, ...Object.fromEntries(entries.map(([name, part]) => [name, merge(node[name], part)])) };
}

function mergeOrRefuse(node: Json, update: Json): Json | 'refused' {
  try {
    return merge(node, update);
  } catch {
    return 'refused';
  }
}

/** The value that a document has at `x-test` after these actions, or the line of the one that is refused. */
async function applied(...actions: object[]): Promise<unknown> {
  const file = writeOverlay(actions.map((action) => `  - ${JSON.stringify(action)}\n`).join(''));
  try {
    return ((await readOverlays([file])) as unknown as Record<string, unknown>)['x-test'];
  } catch (error) {
    return { refused: (error as { line: number }).line };
  }
}

test('without overlays the document is the bundle', async () => {
  expect(await readOverlays([])).toEqual(bundle);
});

test('an update merges as Overlay 1.0 says, and is refused by its line where it does not fit', async () => {
  const property = fc.asyncProperty(object, object, async (node, update) => {
    const expected = mergeOrRefuse(node, update);

    const result = await applied({ target: '$', update: { 'x-test': node } }, { target: "$['x-test']", update });

    expect(result).toEqual(expected === 'refused' ? { refused: 5 } : expected);
  });
  await fc.assert(property, { numRuns: repeats({ test: 15, soak: 1000 }) });
});

test('an update of a list appends one entry', async () => {
  const result = await applied(
    { target: '$', update: { 'x-test': [[1], [2]] } },
    { target: "$['x-test'][*]", update: { a: [] } },
    { target: "$['x-test']", update: 'last' },
  );

  expect(result).toEqual([[1, { a: [] }], [2, { a: [] }], 'last']);
});

test('a removal removes each selected item once, in whatever order a target names them', async () => {
  const indexes = fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 8 });
  const property = fc.asyncProperty(indexes, async (removed) => {
    const list = [0, 1, 2, 3, 4, 5, 6];

    const result = await applied(
      { target: '$', update: { 'x-test': { list, other: { list } } } },
      { target: `$['x-test']..list[${removed.join(',')}]`, remove: true },
    );

    const left = list.filter((item) => !removed.includes(item));
    expect(result).toEqual({ list: left, other: { list: left } });
  });
  await fc.assert(property, { numRuns: repeats({ test: 10, soak: 500 }) });
});

test('a removal goes before an update of the same action, and overlays apply in their order', async () => {
  const first = writeOverlay(`  - { target: $, update: { x-test: { a: 1, b: 2 } } }`);
  const second = writeOverlay(
    `  - { target: "$['x-test'].a", remove: true, update: 3 }\n  - { target: "$['x-test']", update: { b: 4 } }`,
  );

  expect(await readOverlays([first, second])).toEqual({ ...bundle, 'x-test': { b: 4 } });
});

test('a file of Overlay 1.1 that uses nothing new is read', async () => {
  const text =
    'overlay: 1.1.0\ninfo: { title: T, version: "1", description: D }\nactions: [{ target: $, update: { x-test: 1 } }]';

  expect(await readOverlays([writeOverlayText(text)])).toEqual({ ...bundle, 'x-test': 1 });
});
