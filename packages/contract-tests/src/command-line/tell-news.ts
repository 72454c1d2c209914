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

/**
 * While exchanges come, writes the files anew, and tells what contradicts the document or is not in it, once each. The returned
 * function ends that.
 */
export function tellNews(observation: Observation, files: ObserveOptions['files']): () => void {
  const told = new Set<string>();
  let seen = observation.count();
  const interval = setInterval(() => {
    if (observation.count() === seen) return;
    const report = observation.report();
    seen = report.exchanges;
    for (const { part, operation = 'any operation', text } of report.findings) {
      const line = `${headings[part]}: ${operation}: ${text}`;
      if (toldParts.includes(part)) tell(line);
    }
    try {
      writeObservation(report, files);
    } catch (error) {
      // The traffic goes on; the last attempt decides the exit code.
      tell((error as Error).message);
    }
  }, intervalInMs);
  const tell = (line: string): void => {
    if (!told.has(line)) say(line);
    told.add(line);
  };
  return () => clearInterval(interval);
}
