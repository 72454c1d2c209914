import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSchemaReader } from '../generate/read-schemas.ts';
import { checkTags } from '../generate/sources.ts';

/** Types of fields, and their schemas. */
const fields: Record<string, object> = {
  'string | null': { type: 'string', nullable: true },
  Time: { type: 'integer', description: 'A time.' },
  'Time | null': { type: 'integer', description: 'A time.', nullable: true },
  "Partial<{ at: Time }>['at']": { type: 'integer', description: 'A time.' },
  "'one'": { type: 'string', enum: ['one'] },
  "'one' | null": { type: 'string', enum: ['one', null], nullable: true },
  Named: { $ref: '#/components/schemas/Named' },
  'Named | null': {
    oneOf: [{ $ref: '#/components/schemas/Named' }, { type: 'string', nullable: true, enum: [null] }],
  },
  'Named | Other': { oneOf: [{ $ref: '#/components/schemas/Named' }, { $ref: '#/components/schemas/Other' }] },
};

test('types are written as schemas of OpenAPI 3.0', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'escrow-kit-schemas-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const source = `
    /** A time. @asType integer */
    export type Time = number;
    export interface Named { name: string }
    export interface Other { other: string }
    export interface All { ${Object.keys(fields)
      .map((type) => `${JSON.stringify(type)}: ${type};`)
      .join(' ')} }
  `;
  await writeFile(join(folder, 'all.ts'), source);

  const { properties } = createSchemaReader(join(folder, '*.ts')).read('All');

  expect(properties).toEqual(fields);
});

test('a misspelt tag is an error, because it would limit nothing', () => {
  expect(() => checkTags('people', '  /**\n   * @maxlength 9\n   */')).toThrow('there is no tag @maxlength');
});
