import { describeOldNode } from '@escrow-kit/shared/this-machine';
import { expect, test } from 'vitest';

test.each(['22.13.1', '24.17.9'])(
  'Node %s is older than >=24.18: one sentence says so, and where to get a newer one',
  (version) => {
    expect(describeOldNode('>=24.18', version)).toBe(
      `This is Node ${version}, and Node 24.18 or later is needed: get it at https://nodejs.org, or by npm install node@24.`,
    );
  },
);

test.each(['24.18.0', '25.0.0'])('Node %s is new enough for >=24.18', (version) => {
  expect(describeOldNode('>=24.18', version)).toBeUndefined();
});

test('a range may be only a major version', () => {
  expect(describeOldNode('>=24', '24.0.0')).toBeUndefined();
});
