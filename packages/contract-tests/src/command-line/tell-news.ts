import type { Part } from '../observe/findings/finding.ts';
import type { Observation } from '../observe/open-observation.ts';
import { headings } from '../observe/report/observation-report.ts';
import type { ObserveOptions } from './observe-options.ts';
import { say } from './say.ts';
import { writeObservation } from './write-observation.ts';

/** How often news are told and files written. */
const intervalInMs = 5000;

/** What is told at once, because someone may want to look while the traffic runs. */
const toldParts: readonly Part[] = ['contradicts', 'not in the document'];

/** While exchanges come, writes the files anew, and tells what contradicts the document or is not in it, once each. */
export function tellNews(observation: Observation, files: ObserveOptions['files']): { stop(): void } {
  const told = new Set<string>();
  let seen: number | undefined;
  let isStopped = false;
  const tell = (line: string): void => {
    if (!told.has(line)) say(line);
    told.add(line);
  };
  const interval = setInterval(async () => {
    try {
      const report = await observation.report();
      if (isStopped || report.exchanges === seen) return;
      seen = report.exchanges;
      for (const { part, operation = 'any operation', text } of report.findings)
        if (toldParts.includes(part)) tell(`${headings[part]}: ${operation}: ${text}`);
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
