import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOverlays } from '@escrow-kit/spec/overlay';
import { expect, test } from 'vitest';
import { createFindings } from '../../src/observe/findings/create-findings.ts';
import { createJudge } from '../../src/observe/judge/create-judge.ts';
import { proposeOverlay } from '../../src/observe/proposal/propose-overlay.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('fields that are named as what every object has are fields, and change no object', async () => {
  const [judge, findings] = [createJudge(), createFindings()];
  const body =
    '{"__proto__":{"a":1},"constructor":{"prototype":1},"toString":"x","data":{"valueOf":{"__proto__":{"b":1}}}}';
  const message = { bytes: Buffer.from(body), isComplete: true };
  const headers: [string, string][] = [
    ['content-type', 'application/json'],
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ];
  for (const target of ['/api/external/contracts', '/api/external/contracts/7']) {
    for (let startedAt = 1; startedAt <= 20; startedAt += 1)
      findings.add(
        judge({
          kind: 'call',
          startedAt,
          durationInMs: 1,
          method: 'POST',
          target,
          requestHeaders: headers,
          requestBody: message,
          response: { status: 201, headers, body: message },
        }),
      );
  }

  const overlay = proposeOverlay(findings.list()) ?? '';

  expect([Object.prototype, Object].flatMap((each) => Object.keys(each))).toEqual([]);
  expect(overlay).toContain('constructor:');
  const file = join(temporaryFolder(), 'deployment.overlay.yaml');
  writeFileSync(file, overlay);
  await readOverlays([file]);
});
