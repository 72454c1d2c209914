import { repeats } from '@escrow-kit/suite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJudge } from '../../../src/observe/judge/create-judge.ts';
import { formsOf, plantedExchanges, toPlain } from './canaries.ts';

const numRuns = repeats({ test: 500, soak: 10_000 });

test.each([false, true])(
  'nothing secret or personal is kept, wherever it is (keeps unknown values: %s)',
  (keepsUnknownValues) => {
    const judge = createJudge({ keepsUnknownValues });

    fc.assert(
      fc.property(plantedExchanges, ({ exchange, planted }) => {
        const kept = toPlain(JSON.stringify({ ...judge(exchange), sentToken: '', gotToken: '', eventLabel: '' }));
        const found = Object.entries(planted).flatMap(([name, canary]) =>
          formsOf(canary).flatMap((form) =>
            kept.includes(form)
              ? [`${name}: ${form} in ${kept.slice(Math.max(0, kept.indexOf(form) - 60), kept.indexOf(form) + 40)}`]
              : [],
          ),
        );
        expect(found).toEqual([]);
      }),
      { numRuns },
    );
  },
);
