import { expect, test } from 'vitest';
import bundle from '../../openapi.bundle.json' with { type: 'json' };
import { readOverlays } from '../../src/overlay.ts';
import { writeOverlay, writeOverlayText } from './write-overlay.ts';

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

test.each([
  ['objects merge', { a: { b: 1 } }, { a: { c: 2 }, d: [] }, { a: { b: 1, c: 2 }, d: [] }],
  ['lists are joined', { a: [1, [2]] }, { a: [[3], 4] }, { a: [1, [2], [3], 4] }],
  [
    'single values are replaced',
    { a: 1, b: 'x', c: null },
    { a: null, b: 2, c: "it's [0]" },
    { a: null, b: 2, c: "it's [0]" },
  ],
  ['an object in place of a list is refused', { a: { b: [1] } }, { a: { b: { c: 1 } } }, { refused: 5 }],
  ['a list in place of an object is refused', { a: {} }, { a: [] }, { refused: 5 }],
  ['a value in place of an object is refused', { a: {} }, { a: null }, { refused: 5 }],
])('an update merges as Overlay 1.0 says: %s', async (_what, node, update, expected) => {
  const result = await applied({ target: '$', update: { 'x-test': node } }, { target: "$['x-test']", update });

  expect(result).toEqual(expected);
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
  const list = [0, 1, 2, 3, 4, 5, 6];

  const result = await applied(
    { target: '$', update: { 'x-test': { list, other: { list } } } },
    { target: "$['x-test']..list[5,0,5,2,3]", remove: true },
  );

  expect(result).toEqual({ list: [1, 4, 6], other: { list: [1, 4, 6] } });
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
