import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/index.ts';
import { findOverlayFiles, useOverlays } from '../../src/overlay.ts';
import { writeOverlay, writeOverlayText } from './write-overlay.ts';

/** The overlay, the program and its output in the README, which use overlays. */
const [, overlay = '', program = '', output = ''] =
  /```yaml\n(.*?)```.*?```js\n(.*?)```.*?```text\n(.*?)```/s.exec(readFileSync('README.md', 'utf8')) ?? [];

const addsReading = `
  - { target: $, update: { x-amount-unit: minor } }
  - target: $.paths
    update:
      /api/external/contracts/{contractId}/state:
        servers: [{ url: https://contract.escrow.example, x-host: contract }]
        get:
          operationId: readContract
          security: [{ clientAdminToken: [] }]
          x-retry: read
          parameters: [{ name: contractId, in: path, required: true, schema: { type: string } }]
          responses:
            200:
              description: The contract.
              content: { application/json: { schema: { type: object }, example: { state: OPEN } } }
`;

/** Takes the schemas away that mark fields as sensitive. */
const unmarks = `
  - { target: "$.components.schemas['Ticket','ValidateOtpRequest']", remove: true }
  - { target: $.components.schemas, update: { Ticket: { additionalProperties: {} }, ValidateOtpRequest: { type: object } } }
  - { target: $.components.schemas.Ticket, update: { properties: { added: { x-sensitive: personal } } } }
`;

test('the example of the README prints its output, and everything that the package exports follows the overlays of the process', () => {
  const files = [writeOverlayText(overlay), writeOverlay(addsReading), writeOverlay(unmarks)];
  const source = `
    ${program.replace("['deployment.overlay.yaml']", JSON.stringify(files))}
    const spec = await import('@escrow-kit/spec');
    const { createRequestValidator } = await import('@escrow-kit/spec/validate');
    const { operation, path } = spec.findOperation('GET', '/api/external/contracts/c1/state');
    console.log(JSON.stringify({
      id: operation.id, path, host: operation.host, tokens: operation.tokenKinds, examples: operation.responses[200].content['application/json'].examples,
      rules: operation.definition['x-rules'], unit: spec.amountUnit,
      isOff: ['PARTY-3' in spec.rules, spec.isRuleOff('PARTY-3'), spec.isRuleOff('PARTY-2')], text: typeof spec.findRule('PARTY-3').text,
      violations: createRequestValidator('readContract')({ path: { contractId: 'c1' } }),
      sensitive: ['ticket', 'otp', 'added', 'id'].map((name) => spec.sensitiveFields.get(name) ?? null),
    }));`;

  // In a process of its own, because the document of a process is read once.
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], {
    encoding: 'utf8',
  });

  expect(stderr).toBe('');
  expect(stdout.startsWith(output)).toBe(true);
  expect(JSON.parse(stdout.slice(output.length))).toEqual({
    id: 'readContract',
    path: { contractId: 'c1' },
    host: 'contract',
    tokens: ['clientAdmin'],
    examples: { example: { value: { state: 'OPEN' } } },
    rules: [],
    unit: 'minor',
    isOff: [false, true, false],
    text: 'string',
    violations: [],
    // What the document marks stays sensitive.
    sensitive: ['secret', 'secret', 'personal', null],
  });
});

test('overlays that come too late are refused, unless they change nothing', async () => {
  expect(openApiDocument.openapi).toBe('3.0.3');

  await useOverlays([]);
  await expect(useOverlays([writeOverlay(addsReading)])).rejects.toThrow('was loaded with another document');
});

test('a command finds its overlays among other options, or else in ESCROW_OVERLAY', () => {
  const environment = { ESCROW_OVERLAY: ['c.yaml', 'd.yaml'].join(delimiter) };
  const args = ['--port', '0', '--overlay', 'a.yaml', '--unknown', '--overlay=b.yaml', 'verify'];

  expect(findOverlayFiles(args, environment)).toEqual(['a.yaml', 'b.yaml']);
  expect(findOverlayFiles(['--overlay'], environment)).toEqual(['c.yaml', 'd.yaml']);
  expect(findOverlayFiles(['verify'], {})).toEqual([]);
});
