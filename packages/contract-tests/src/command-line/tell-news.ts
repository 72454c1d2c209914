import type { Finding, Part } from '../observe/findings/finding.ts';
import type { Observation } from '../observe/open-observation.ts';
import { headings, type ObservationReport } from '../observe/report/observation-report.ts';
import type { ObserveOptions } from './observe-options.ts';
import { say } from './say.ts';
import { writeObservation } from './write-observation.ts';

/** How often news are told and files written. */
const intervalInMs = 5000;

/** What is told at once, because someone may want to look while the traffic runs. */
const toldParts: readonly Part[] = ['contradicts', 'not in the document'];

/**
 * While exchanges come, writes the files anew, and tells what contradicts the document or is not in it, once each, but for what
 * `earlier` runs showed.
 */
export function tellNews(
  observation: Observation,
  files: ObserveOptions['files'],
  earlier: ObservationReport,
): { stop(): void } {
  const told = new Set(earlier.findings.map(keyOf));
  let seen = earlier.exchanges;
  let isStopped = false;
  const tell = (line: string, key = line): void => {
    if (!told.has(key)) say(line);
    told.add(key);
  };
  const interval = setInterval(async () => {
    try {
      const report = await observation.report();
      if (isStopped || report.exchanges === seen) return;
      seen = report.exchanges;
      for (const finding of report.findings)
        if (toldParts.includes(finding.part)) tell(`${headings[finding.part]}: ${finding.text}`, keyOf(finding));
      writeObservation(report, files);
    } catch (error) {
      // The traffic goes on; the last attempt decides the exit code.
      tell((error as Error).message);
    }
  }, intervalInMs);
  return {
    stop() {
      isStopped = true;
      clearInterval(interval);
    },
  };
}

/** The same for the same finding, though the numbers in its text grow. */
function keyOf({ part, operation, status, rule, text }: Finding): string {
  return JSON.stringify([part, operation, status, rule, text.replaceAll(/\d+/g, '')]);
}
