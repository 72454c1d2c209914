import { repeats } from '@escrow-kit/suite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFindings } from '../../../src/observe/findings/create-findings.ts';
import { createJudge } from '../../../src/observe/judge/create-judge.ts';
import { proposeOverlay } from '../../../src/observe/proposal/propose-overlay.ts';
import { formatObservationHtml } from '../../../src/observe/report/format-observation-html.ts';
import { formatObservationJson } from '../../../src/observe/report/format-observation-json.ts';
import { formatObservationText } from '../../../src/observe/report/format-observation-text.ts';
import { createObservationReport } from '../../../src/observe/report/observation-report.ts';
import { formsOf, plantedExchanges, plantedSecret, toPlain } from '../judge/canaries.ts';

const numRuns = repeats({ test: 3, soak: 500 });

/** 1970-01-01 00:00 UTC, as `toPlain` writes it: digits of a number may be the same by chance. */
const timeOfExchanges = '19700101000000';

test('no report and no proposed overlay holds anything secret or personal, wherever it was', () => {
  const judge = createJudge({ webhookSecret: plantedSecret });

  fc.assert(
    fc.property(fc.array(plantedExchanges, { minLength: 5, maxLength: 20 }), (all) => {
      const findings = createFindings();
      // Often enough that everything is proposed.
      for (const { exchange } of [...all, ...all, ...all]) findings.add(judge(exchange));
      const report = createObservationReport(findings);

      const texts = [
        formatObservationText(report),
        formatObservationHtml(report),
        formatObservationJson(report),
        proposeOverlay(report.findings) ?? '',
      ];

      const written = texts.map(toPlain).join(' ').replaceAll(timeOfExchanges, '');
      const canaries = all.flatMap(({ planted }) => Object.values(planted)).flatMap(formsOf);
      expect(canaries.filter((form) => written.includes(form))).toEqual([]);
    }),
    { numRuns },
  );
});
