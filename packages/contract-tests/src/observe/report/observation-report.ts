import { packageVersion } from '../../package/package-manifest.ts';
import type { Findings } from '../findings/create-findings.ts';
import { type Finding, type Part, parts } from '../findings/finding.ts';
import type { KeptExchange } from '../kept-exchange.ts';
import { condense } from './condense.ts';

/** What was learned of a service by observing it. It holds no secret and nothing personal. */
export interface ObservationReport {
  /** Of this format. A change that old readers would misread raises it. */
  version: 1;
  /** The version of this package. */
  by: string;
  /** How many exchanges were observed. */
  exchanges: number;
  /** When the first and the last of them began, ISO 8601. Undefined if there are none. */
  firstAt?: string;
  lastAt?: string;
  /** By part, then by operation. */
  findings: Finding[];
}

/** Reports what was learned so far. */
export function createObservationReport(findings: Findings): ObservationReport {
  const { count, firstAt, lastAt } = findings.observed();
  return {
    version: 1,
    by: packageVersion,
    exchanges: count,
    ...(count > 0 && { firstAt, lastAt }),
    findings: findings.list(),
  };
}

/** The parts as headings. */
export const headings: Record<Part, string> = {
  contradicts: 'Contradicts the document',
  'not in the document': 'Not in the document',
  'shown now': 'Shown now',
  'not seen': 'Not seen, with the call that would show it',
};

/** Says how much was observed and found, in two sentences. */
export function summaryOf({ exchanges, firstAt, lastAt, findings }: ObservationReport): string {
  if (firstAt === undefined || lastAt === undefined) return 'No exchange was observed.';
  const counts = parts.map((part) => `${findings.filter((one) => one.part === part).length} ${partNouns[part]}`);
  return `Observed ${exchanges} exchange${exchanges === 1 ? '' : 's'}, from ${noteTime(firstAt)} to ${noteTime(lastAt)}. ${counts.join(', ')}.`;
}

const partNouns: Record<Part, string> = {
  contradicts: 'contradict the document',
  'not in the document': 'are not in it',
  'shown now': 'are shown now',
  'not seen': 'were not seen',
};

/** The findings of a part for people to read, by operation. */
export function groupFindings({ findings }: ObservationReport, part: Part): [operation: string, findings: Finding[]][] {
  const own = condense(findings.filter((one) => one.part === part));
  return [...Map.groupBy(own, ({ operation = 'Several operations' }) => operation)];
}

/** Such as `12 of 14, likely`. What was seen once or twice is not claimed. */
export function noteEvidence({ count, outOf, certainty }: Finding): string {
  const times = count === 1 && outOf === 1 ? 'once' : `${count === outOf ? count : `${count} of ${outOf}`} times`;
  return certainty === 'seen' ? `seen ${times}, not claimed` : `${times}, ${certainty}`;
}

/** Names an exchange in a line. */
export function noteExchange({ method, path, at, status, failure, kind }: KeptExchange): string {
  const answer = status === undefined ? `no answer (${failure ?? 'unknown'})` : `answered ${status}`;
  return `${kind === 'event' ? 'event' : method} ${path}, ${noteTime(at)}, ${answer}`;
}

/** Such as `2030-01-01 00:00:00 UTC`. */
export const noteTime = (at: string): string => `${at.replace('T', ' ').slice(0, 19)} UTC`;
